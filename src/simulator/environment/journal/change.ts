import { journalBudget } from './kept-bytes.ts';
import { Ring, type Weighed } from './ring.ts';

/** A request to the control API that changed an environment beside the requests of its clients. */
export type Change = {
  /** Milliseconds since 1970 on the environment's clock, after the change. */
  readonly at: number;
  readonly method: string;
  /** Below `/environments/{environment}/`, with its query: `orders/1001/ship?force=true`. */
  readonly target: string;
  /** JSON without the text of a key, which is written `<key-1>`; empty for none. */
  readonly body: string;
};

/** `begun`: its place among the events of the journal. */
type RecordedChange = Change & Weighed & { readonly begun: number };

/** The changes that tests made since the scenario was loaded. */
export interface ChangeLog {
  change(made: Change): void;
  /** Returns the changes, oldest first, and how many were dropped to make room. */
  changes(): { readonly kept: Iterable<RecordedChange>; readonly dropped: number };
}

const mostChanges = 1_000;
const maxChangeBytes = 1024 * 1024;

/** Creates an empty log. `next` returns the place of a change among the events of the journal. */
export function createChangeLog(next: () => number): ChangeLog {
  const ring = new Ring<RecordedChange>(mostChanges, maxChangeBytes);
  return {
    change: (made) => {
      ring.add({ ...made, begun: next(), bytes: 256 + made.target.length + 2 * made.body.length });
      journalBudget.use(ring, ring.bytes);
    },
    changes: () => ({ kept: ring.oldestFirst(), dropped: ring.dropped }),
  };
}
