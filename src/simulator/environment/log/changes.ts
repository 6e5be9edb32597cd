import type { StoreChange } from '../../orders/memory/memory-order-store.ts';
import { orderText, readOrderTexts } from '../../orders/memory/order-text.ts';
import type { EnvironmentState } from '../environment.ts';
import type { Change as Made } from '../journal/change.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Limit } from '../list-lag.ts';
import {
  type ExchangeOutcome,
  fieldsOf,
  type PackedExchange,
  packExchange,
  packOutcome,
  unpackExchange,
  type WrittenBodies,
} from './packed-exchange.ts';
import { type PartName, packPart, partNames, parts, restorePart, unpackPart } from './packed-state.ts';

/** A change of a state as JSON. Ids are texts, because an int64 has more digits than a number. */
export type Change =
  | readonly ['status', id: string, status: 'pending' | 'shipped' | 'cancelled']
  | readonly ['put', order: string, status: 'pending' | 'shipped' | 'cancelled']
  | readonly ['remove', id: string]
  | readonly ['late', id: string, limit: Limit | null]
  | readonly ['part', name: PartName, value: string]
  | readonly ['counts', requests: number, lists: number, messages: number]
  | readonly ['opened', exchange: PackedExchange]
  | readonly ['ended', number: number, outcome: ExchangeOutcome]
  | readonly ['cleared']
  /** A test changed the environment: for a capsule. */
  | readonly ['made', made: Made]
  /** Another initial state was loaded: the snapshot has it. */
  | readonly ['loaded']
  /** The store lost entries that a process knew. */
  | readonly ['lost'];

/** Changes of a state that were made here, and are not yet in the log. */
export class Draft {
  readonly #state: EnvironmentState;
  readonly #undos: (() => void)[] = [];
  readonly #changes: Change[] = [];
  /** What the journal does once the changes are in the log. */
  readonly #kept: (() => void)[] = [];
  readonly #journal: ((bodies: WrittenBodies) => Change)[] = [];
  readonly #before: ReadonlyMap<PartName, unknown>;
  readonly #counts: EnvironmentState['counts'];

  /** Begins to record. */
  constructor(state: EnvironmentState) {
    this.#state = state;
    this.#before = new Map(partNames.map((name) => [name, parts[name].value(state)]));
    this.#counts = { ...state.counts };
    state.store.record = (change, undo) => {
      this.#undos.push(undo);
      this.#changes.push(writeStoreChange(change));
    };
    state.listLag.record = ({ orderId, before, after }) => {
      this.#undos.push(() => state.listLag.apply(orderId, before));
      this.#changes.push(['late', `${orderId}`, after ?? null]);
    };
    state.journal.record = {
      opened: (entry) => {
        this.#kept.push(() => state.journal.replay.add(entry));
        this.#journal.push((bodies) => ['opened', packExchange(entry, bodies)]);
      },
      ended: (entry) =>
        void this.#journal.push((bodies) => ['ended', entry.number, packOutcome(entry, bodies)]),
      changed: (made) => {
        this.#kept.push(() => state.journal.replay.change(made));
        this.#journal.push(() => ['made', made]);
      },
      cleared: () => {
        this.#kept.push(() => state.journal.replay.clear());
        this.#journal.push(() => ['cleared']);
      },
    };
  }

  /** Ends the recording and returns the changes. */
  end(): readonly Change[] {
    const { store, listLag, journal, counts } = this.#state;
    store.record = undefined;
    listLag.record = undefined;
    journal.record = undefined;
    const changes = this.#changes;
    for (const [name, before] of this.#before) {
      const value = parts[name].value(this.#state);
      if (value !== before) changes.push(['part', name, packPart(name, value, before)]);
    }
    const { requests, lists, messages } = counts;
    const before = this.#counts;
    if (requests !== before.requests || lists !== before.lists || messages !== before.messages)
      changes.push(['counts', requests, lists, messages]);
    const bodies: WrittenBodies = new Map();
    for (const write of this.#journal) changes.push(write(bodies));
    return changes;
  }

  /** The changes are in the log: the journal shows the exchanges. */
  keep(): void {
    for (const keep of this.#kept) keep();
    this.#state.gates.notify();
  }

  undo(): void {
    for (const undo of this.#undos.toReversed()) undo();
    for (const [name, before] of this.#before)
      if (parts[name].value(this.#state) !== before) restorePart(name, this.#state, before);
    Object.assign(this.#state.counts, this.#counts);
  }
}

function writeStoreChange(change: StoreChange): Change {
  if (change.kind === 'put') return ['put', `,${orderText(change.order)}`, change.status];
  return change.kind === 'remove' ? ['remove', `${change.id}`] : ['status', `${change.id}`, change.status];
}

/** Makes a change that another process made. `loaded` and `lost` are for the caller. */
export function applyChange(
  state: EnvironmentState,
  change: Change,
  bodies: Buffer[],
  onEnded: (entry: JournalEntry) => void,
): void {
  switch (change[0]) {
    case 'status':
      state.store.apply({ kind: 'status', id: BigInt(change[1]), status: change[2] });
      break;
    case 'put':
      for (const order of readOrderTexts(change[1]))
        state.store.apply({ kind: 'put', order, status: change[2] });
      break;
    case 'remove':
      state.store.apply({ kind: 'remove', id: BigInt(change[1]) });
      break;
    case 'late':
      state.listLag.apply(BigInt(change[1]), change[2] ?? undefined);
      break;
    case 'part':
      restorePart(change[1], state, unpackPart(change[1], change[2], state));
      break;
    case 'counts':
      [, state.counts.requests, state.counts.lists, state.counts.messages] = change;
      break;
    case 'opened': {
      const entry = unpackExchange(change[1], bodies);
      state.journal.replay.add(entry);
      if (entry.end === undefined) break;
      state.journal.close(entry);
      onEnded(entry);
      break;
    }
    case 'ended': {
      const entry = state.journal.replay.end(change[1], fieldsOf(change[2], bodies));
      if (entry !== undefined) onEnded(entry);
      break;
    }
    case 'made':
      state.journal.replay.change(change[1]);
      break;
    case 'cleared':
      state.journal.replay.clear();
      break;
    case 'loaded':
    case 'lost':
      break;
  }
}
