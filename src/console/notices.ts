import { createStore, type Store } from './store.ts';

/** A short message about what just happened. */
export type Notice = {
  readonly id: number;
  readonly tone: 'done' | 'failed';
  readonly text: string;
  /** The same action as a command. */
  readonly curl?: string | undefined;
};

/** The messages on the page. */
export type Notices = {
  readonly shown: Store<readonly Notice[]>;
  add(notice: Omit<Notice, 'id'>): void;
  remove(id: number): void;
};

/** So many fit on a phone. */
const most = 3;

/** Creates an empty list of messages. */
export function createNotices(): Notices {
  const shown = createStore<readonly Notice[]>([]);
  let last = 0;
  return {
    shown,
    add(notice) {
      last += 1;
      shown.set([...shown.get(), { ...notice, id: last }].slice(-most));
    },
    remove: (id) => shown.set(shown.get().filter((notice) => notice.id !== id)),
  };
}
