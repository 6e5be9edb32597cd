import { createHash } from 'node:crypto';
import type { SavedFaults } from '../../../faults/faults.ts';
import type { SavedFault } from '../../../faults/live-fault.ts';
import { readOrderTexts } from '../../orders/memory/order-text.ts';
import { PackedOrders, packOrders } from '../../orders/memory/packed-orders.ts';
import { fixedList, type OrderList, ordersOf, type PlacedOrder } from '../../orders/order-store.ts';
import type { EnvironmentState } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { Change as Made } from '../journal/change.ts';
import type { Limit } from '../list-lag.ts';
import { pack, unpack } from './packed.ts';
import { packExchange, unpackExchange } from './packed-exchange.ts';

/** Neighbouring orders: their texts, each after a comma, and their statuses. */
type OrderBlock = readonly [texts: string, statuses: PlacedOrder['status'][]];

function packOrderBlocks(orders: Iterable<PlacedOrder>): readonly OrderBlock[] {
  const { segments } = orders instanceof PackedOrders ? orders : packOrders(orders);
  return segments.map(({ bytes, statuses }) => [bytes.toString(), [...statuses]]);
}

function* ordersIn(blocks: readonly OrderBlock[]): Generator<PlacedOrder> {
  const ids = new Set<bigint>();
  for (const [texts, statuses] of blocks)
    for (const [at, order] of readOrderTexts(texts).entries()) {
      const repeatsId = order.id !== undefined && ids.has(order.id);
      if (order.id !== undefined) ids.add(order.id);
      yield { order, status: statuses[at] ?? 'pending', ...(repeatsId && { repeatsId }) };
    }
}

/** An initial state as text, with a hash by which it is stored once. */
export type PackedInitial = { readonly hash: string; readonly text: string };

// biome-ignore lint/plugin: an initial state is packed once, and a WeakMap ends with its keys.
const packedInitials = new WeakMap<InitialState, PackedInitial>();

export function packInitial(initial: InitialState): PackedInitial {
  const known = packedInitials.get(initial);
  if (known !== undefined) return known;
  const text = pack({ ...initial, orders: packOrderBlocks(initial.orders) });
  const packed = { hash: createHash('sha256').update(text).digest('base64url'), text };
  packedInitials.set(initial, packed);
  return packed;
}

export function unpackInitial(text: string, hash: string): InitialState {
  const packed = unpack(text) as Omit<InitialState, 'orders'> & { readonly orders: readonly OrderBlock[] };
  const initial = { ...packed, orders: packOrders(ordersIn(packed.orders)) };
  packedInitials.set(initial, { hash, text });
  return initial;
}

type Part = {
  /** Another value after each change. */
  readonly value: (state: EnvironmentState) => unknown;
  readonly restore: (state: EnvironmentState, value: never) => void;
};

/** The parts of a state that are small, so that a change of one is written as its whole value. */
export const parts = {
  keys: {
    value: ({ keys }) => keys.saved,
    restore: ({ keys }, value) => {
      keys.saved = value;
    },
  },
  clock: {
    value: ({ clock }) => clock.saved,
    restore: ({ clock }, value) => {
      clock.saved = value;
    },
  },
  choices: {
    value: ({ choices }) => choices.settings,
    restore: ({ choices }, value) => {
      choices.settings = value;
    },
  },
  faults: {
    value: ({ faults }) => faults.saved,
    restore: ({ faults }, value) => {
      faults.saved = value;
    },
  },
  shipping: {
    value: ({ shipping }) => shipping.saved,
    restore: ({ shipping }, value) => {
      shipping.saved = value;
    },
  },
  gates: {
    value: ({ gates }) => gates.saved,
    restore: ({ gates }, value) => {
      gates.saved = value;
    },
  },
} as const satisfies Readonly<Record<string, Part>>;

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as readonly PartName[];

export function restorePart(name: PartName, state: EnvironmentState, value: unknown): void {
  // The value was read from the part of the same name, which the types cannot follow.
  (parts[name] as Part).restore(state, value as never);
}

/** Writes a part. The list that a fault shows is left out if a reader has it, because the fault is in `known`. */
export function packPart(name: PartName, value: unknown, known?: unknown): string {
  if (name !== 'faults') return pack(value);
  const { live, ...rest } = value as SavedFaults;
  const before = new Set((known as SavedFaults | undefined)?.live.map(({ list }) => list));
  const packed = live.map(({ list, ...fault }) => ({
    ...fault,
    list:
      list === undefined || before.has(list) ? undefined : packOrderBlocks(markRepeated(list as OrderList)),
  }));
  return pack({ ...rest, live: packed });
}

function* markRepeated(list: OrderList): Generator<PlacedOrder> {
  const ids = new Set<bigint>();
  for (const placed of ordersOf(list)) {
    const { id } = placed.order;
    yield id !== undefined && ids.has(id) ? { ...placed, repeatsId: true } : placed;
    if (id !== undefined) ids.add(id);
  }
}

/** Reads a part for a state, which has the lists that were left out. */
export function unpackPart(name: PartName, text: string, state: EnvironmentState): unknown {
  const value = unpack(text);
  if (name !== 'faults') return value;
  const saved = value as SavedFaults;
  const before = new Map(state.faults.saved.live.map(({ id, addedAt, list }) => [`${id} ${addedAt}`, list]));
  const listOf = ({ id, addedAt, list }: SavedFault): unknown =>
    list === undefined
      ? before.get(`${id} ${addedAt}`)
      : fixedList([...ordersIn(list as readonly OrderBlock[])]);
  return { ...saved, live: saved.live.map((one) => ({ ...one, list: listOf(one) })) };
}

const letters = { pending: 'p', shipped: 's', cancelled: 'c' } as const;

type PackedStateText = {
  readonly number: number;
  readonly seed: string;
  readonly counts: EnvironmentState['counts'];
  readonly parts: Readonly<Record<PartName, string>>;
  readonly late: readonly (readonly [bigint, Limit])[];
  /** Undefined if the orders are those of the initial state, except for their statuses. */
  readonly orders: readonly OrderBlock[] | undefined;
  /** A letter for each order. */
  readonly statuses: string;
  readonly start: EnvironmentState['start'];
  readonly journal: readonly string[];
  readonly made: readonly Made[];
};

/** Writes a state without its initial state. */
export function packState(state: EnvironmentState): string {
  const { store, listLag, counts, number, seed, journal, start } = state;
  const list = store.list();
  const bodies = new Map<Buffer, number>();
  const packed: PackedStateText = {
    ...{ number, seed, start },
    counts: { ...counts },
    parts: Object.fromEntries(
      partNames.map((name) => [name, packPart(name, parts[name].value(state))]),
    ) as PackedStateText['parts'],
    late: [...listLag.limits()],
    orders: list.fieldsRevision === 0 ? undefined : packOrderBlocks(markRepeated(list)),
    statuses: list.segments.map(({ statuses }) => statuses.map((one) => letters[one]).join('')).join(''),
    journal: [...journal.entries()].map((entry) => JSON.stringify(packExchange(entry, bodies))),
    made: [...journal.changes().kept].map(({ at, method, target, body }) => ({ at, method, target, body })),
  };
  return pack(packed);
}

/** Creates a state. `orders`: those that it begins with instead of those of the initial state. */
export type CreateState = (initial: InitialState, orders?: PackedOrders) => EnvironmentState;

/** Reads a state, with the initial state to which a reset returns. */
export function unpackState(text: string, initial: InitialState, create: CreateState): EnvironmentState {
  const packed = unpack(text) as PackedStateText;
  const state = create(initial, ordersOfState(packed, initial));
  for (const name of partNames) restorePart(name, state, unpackPart(name, packed.parts[name], state));
  for (const [orderId, limit] of packed.late) state.listLag.apply(orderId, limit);
  Object.assign(state.counts, packed.counts);
  const bodies: Buffer[] = [];
  for (const text of packed.journal) {
    const entry = unpackExchange(JSON.parse(text), bodies);
    state.journal.replay.add(entry);
    if (entry.end !== undefined) state.journal.close(entry);
  }
  for (const made of packed.made) state.journal.replay.change(made);
  return Object.assign(state, { number: packed.number, start: packed.start });
}

function ordersOfState({ orders, statuses }: PackedStateText, initial: InitialState): PackedOrders {
  if (orders !== undefined) return packOrders(ordersIn(orders));
  let packed = initial.orders instanceof PackedOrders ? initial.orders : packOrders(initial.orders);
  for (const status of ['pending', 'shipped', 'cancelled'] as const) {
    const positions = [...statuses].flatMap((letter, at) => (letter === letters[status] ? [at] : []));
    packed = packed.withStatus(positions, status);
  }
  return packed;
}
