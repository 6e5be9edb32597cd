import type { EnvironmentState } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { StoredLog } from './log-store.ts';

/** The environment of a log, whose state is the fold of the log. */
export type LogOwner = {
  readonly state: EnvironmentState;
  /** Replaces the state, and ends what waits in the one before. `here`: this process loaded it. */
  replace(state: EnvironmentState, here: boolean): void;
  create(initial: InitialState): EnvironmentState;
  /** Writes a state, with the settings of the environment. */
  pack(state: EnvironmentState): string;
  /** Reads the state from the store again. Returns undefined if the environment is no longer there. */
  read(): Promise<StoredLog | undefined>;
  /** Whether it cannot be removed. */
  readonly isPermanent: boolean;
  /** Called with each exchange that ended in another process. */
  readonly onEnded: (entry: JournalEntry) => void;
  /** Called when the environment is no longer in the store. */
  readonly onGone: () => void;
};
