import type { StoreChange } from '../../orders/memory/memory-order-store.ts';
import type { EnvironmentState } from '../environment.ts';
import type { JournalChange } from '../journal/journal.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { LagChange } from '../list-lag.ts';
import {
  changedPart,
  type PackedExchange,
  type PartName,
  packExchange,
  partNames,
  partOf,
  setPart,
  textOfKeys,
  unpackExchange,
} from './pack.ts';
import type { AppendedState } from './store-calls.ts';

/** A change of a state, as it is in an entry. */
export type Change =
  | readonly ['order', StoreChange]
  | readonly ['late', LagChange]
  | readonly ['part', readonly [name: PartName, value: unknown]]
  | readonly ['counts', EnvironmentState['counts']]
  | readonly ['opened' | 'ended', PackedExchange]
  | Exclude<JournalChange, readonly ['opened' | 'ended', unknown]>
  /** Another initial state was loaded: the snapshot has it. */
  | readonly ['loaded', undefined];

/** Changes of a state that were made here, and are not yet in the log. */
export class Draft {
  readonly #state: EnvironmentState;
  readonly #undos: (() => void)[] = [];
  readonly #changes: Change[] = [];
  /** What happens to the journal: once the changes are in the log, it shows them. */
  readonly #journal: JournalChange[] = [];
  readonly #parts: ReadonlyMap<PartName, unknown>;
  readonly #counts: EnvironmentState['counts'];

  /** Begins to record. */
  constructor(state: EnvironmentState) {
    this.#state = state;
    this.#parts = new Map(partNames.map((name) => [name, partOf(state, name)]));
    this.#counts = { ...state.counts };
    state.store.record = (change, undo) => {
      this.#undos.push(undo);
      this.#changes.push(['order', change]);
    };
    state.listLag.record = (change) => {
      this.#undos.push(() => state.listLag.apply(change.orderId, change.before));
      this.#changes.push(['late', change]);
    };
    state.journal.record = (change) => this.#journal.push(change);
  }

  /** Ends the recording and returns the changes. */
  end(): readonly Change[] {
    const { store, listLag, journal, counts } = this.#state;
    store.record = undefined;
    listLag.record = undefined;
    journal.record = undefined;
    const changes = this.#changes;
    for (const [name, before] of this.#parts) {
      const value = partOf(this.#state, name);
      if (value !== before) changes.push(['part', [name, changedPart(name, value, before)]]);
    }
    const { requests, lists, messages } = this.#counts;
    if (requests !== counts.requests || lists !== counts.lists || messages !== counts.messages)
      changes.push(['counts', counts]);
    for (const [kind, value] of this.#journal)
      changes.push(
        kind === 'opened' || kind === 'ended' ? [kind, packExchange(value)] : ([kind, value] as Change),
      );
    return changes;
  }

  /** The changes are in the log: the journal shows the exchanges. */
  keep(): void {
    for (const change of this.#journal) this.#state.journal.apply(change);
    this.#state.gates.notify();
  }

  undo(): void {
    for (const undo of this.#undos.toReversed()) undo();
    for (const [name, before] of this.#parts)
      if (partOf(this.#state, name) !== before) setPart(this.#state, name, before);
    Object.assign(this.#state.counts, this.#counts);
  }
}

/** Returns the keys of a state if they changed. */
export function keysIn(changes: readonly Change[], state: EnvironmentState): AppendedState | undefined {
  const isKeys = (change: Change): boolean => change[0] === 'part' && change[1][0] === 'keys';
  return changes.some(isKeys) ? { keys: textOfKeys(state) } : undefined;
}

/** Makes a change that another process made. `loaded` is for the caller. */
export function applyChange(
  state: EnvironmentState,
  change: Change,
  onEnded: (entry: JournalEntry) => void,
): void {
  const { store, listLag, counts, journal } = state;
  if (change[0] === 'order') store.apply(change[1]);
  else if (change[0] === 'late') listLag.apply(change[1].orderId, change[1].after);
  else if (change[0] === 'part') setPart(state, ...change[1]);
  else if (change[0] === 'counts') Object.assign(counts, change[1]);
  else if (change[0] === 'made' || change[0] === 'cleared') journal.apply(change);
  else if (change[0] !== 'loaded') {
    const sent = unpackExchange(change[1]);
    const entry = change[0] === 'opened' ? sent : journal.entry(sent.number);
    // Its client left instead of reading the response that was expected.
    const isCorrected = entry !== sent && entry?.end !== undefined;
    if (entry === sent) journal.apply(['opened', entry]);
    // Its place and its size are those of this journal.
    else if (entry !== undefined)
      Object.assign(entry, sent, { begun: entry.begun, ended: entry.ended, bytes: entry.bytes });
    if (entry?.end === undefined || isCorrected) return;
    journal.close(entry);
    onEnded(entry);
  }
}
