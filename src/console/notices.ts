import { createStore } from './store.ts';

export type Notice = {
  readonly id: number;
  readonly tone: 'done' | 'failed';
  readonly text: string;
};

export type Notices = ReturnType<typeof createNotices>;

/** So many fit on a phone. */
const most = 3;

export function createNotices() {
  const shown = createStore<readonly Notice[]>([]);
  let last = 0;
  return {
    shown,
    add(notice: Omit<Notice, 'id'>): void {
      last += 1;
      shown.set([...shown.get(), { ...notice, id: last }].slice(-most));
    },
    remove: (id: number): void => shown.set(shown.get().filter((notice) => notice.id !== id)),
  };
}
