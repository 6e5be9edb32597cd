import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Caller } from '../client/caller.ts';
import type { Poll } from './api/poll.ts';
import type { SessionKeeper } from './api/session.ts';
import type { KnownKeys } from './known-keys.ts';
import type { Notices } from './notices.ts';
import type { Place } from './route.ts';
import type { Store } from './store.ts';

export type Console = {
  /** The address of the page's directory, with a slash at the end. All routes are below it. */
  readonly base: string;
  readonly api: Caller;
  readonly poll: Poll;
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
