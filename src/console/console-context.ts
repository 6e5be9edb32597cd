import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Caller } from '../client/caller.ts';
import type { SessionKeeper } from './api/session.ts';
import type { Place } from './route.ts';
import { createStore, type Store } from './store.ts';

export type Connection = 'live' | 'lost';

export type Notice = {
  readonly id: number;
  readonly tone: 'done' | 'failed';
  readonly text: string;
};

export type Notices = ReturnType<typeof createNotices>;

/** API keys by environment. The simulator shows a key only once, so the page keeps it until it is closed. */
export type KnownKeys = ReturnType<typeof createKnownKeys>;

/** What the components of the page share. */
export type Console = {
  /** The address of the page's directory, with a slash at the end. All routes are below it. */
  readonly base: string;
  readonly api: Caller;
  /** Whether the last request reached the simulator. */
  readonly connection: Store<Connection>;
  /** Changes whenever an action of this page has changed something. */
  readonly changes: Store<number>;
  readonly keeper: SessionKeeper;
  readonly places: Store<Place>;
  readonly notices: Notices;
  readonly knownKeys: KnownKeys;
};

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const found = useContext(ConsoleContext);
  if (found === undefined) throw new Error('useConsole needs a ConsoleContext');
  return found;
}

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

export function createKnownKeys() {
  const keys = createStore<Readonly<Record<string, string>>>({});
  const add = (environment: string, key: string): void => keys.set({ ...keys.get(), [environment]: key });
  return { keys, add };
}
