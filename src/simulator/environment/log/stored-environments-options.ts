import type { Clock } from '../../../clock.ts';
import type { Environment, EnvironmentSettings } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { LogStore } from './log-store.ts';

type FirstEnvironment = { readonly settings: EnvironmentSettings; readonly initial: InitialState };

export type StoredEnvironmentsOptions = {
  readonly store: LogStore;
  readonly machine: Clock;
  readonly stopping: AbortSignal;
  /** The environments of the start. They are created if the store does not have them. */
  readonly first: readonly [FirstEnvironment, ...FirstEnvironment[]];
  /** Called with each exchange that ended in another process. */
  readonly onEnded: (environment: Environment, entry: JournalEntry) => void;
  readonly most?: number;
};
