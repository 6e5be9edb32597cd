import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import type { SavedFaults } from '../../../faults/faults.ts';
import { PackedOrders, packOrders } from '../../orders/memory/packed-orders.ts';
import { orderStatuses } from '../../orders/order.ts';
import { ordersOf } from '../../orders/order-store.ts';
import { createState, type EnvironmentSettings, type EnvironmentState } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import { bytesOfRequest } from '../journal/kept-bytes.ts';
import { showGaps } from '../journal/show-exchange.ts';
import { StoreUnavailable } from '../store-unavailable.ts';

/** A change of the format that another version understands otherwise gets another number. */
const format = '1';

/** Writes a value of plain objects, maps, bigints and buffers as text; what is in it twice, once. */
export function pack(value: unknown): string {
  return format + serialize(value).toString('latin1');
}

/** Reads what `pack` wrote. */
export function unpack(text: string): unknown {
  if (text.startsWith(format))
    try {
      return deserialize(Buffer.from(text.slice(format.length), 'latin1'));
    } catch {
      // By a later Node.js.
    }
  throw new StoreUnavailable('The store has data of another version, which this one cannot read.');
}

/** The parts of a state that are small, so that a change of one is written as its whole value: another one after each change. */
const parts = {
  ...({ keys: 'saved', clock: 'saved', choices: 'settings' } as const),
  ...({ faults: 'saved', shipping: 'saved', gates: 'saved' } as const),
};

export type PartName = keyof typeof parts;

export const partNames = Object.keys(parts) as readonly PartName[];

// The types cannot follow that a value is set where it was read.
type AnyPart = Record<string, unknown>;

export function partOf(state: EnvironmentState, name: PartName): unknown {
  return (state[name] as unknown as AnyPart)[parts[name]];
}

/** Sets a part. A list that a fault shows, which is large, may be left out if the fault is there already. */
export function setPart(state: EnvironmentState, name: PartName, value: unknown): void {
  const part = state[name] as unknown as AnyPart;
  part[parts[name]] = name === 'faults' ? withLists(value as SavedFaults, state.faults.saved) : value;
}

/** Returns what is written of a part after a change. */
export function changedPart(name: PartName, value: unknown, before: unknown): unknown {
  if (name !== 'faults') return value;
  const known = new Set((before as SavedFaults).live.map(({ list }) => list));
  const { live, ...rest } = value as SavedFaults;
  return { ...rest, live: live.map((one) => (known.has(one.list) ? { ...one, list: undefined } : one)) };
}

function withLists({ live, ...rest }: SavedFaults, { live: before }: SavedFaults): SavedFaults {
  const listOf = (id: string, addedAt: number): unknown =>
    before.find((one) => one.id === id && one.addedAt === addedAt)?.list;
  return { ...rest, live: live.map((one) => ({ ...one, list: one.list ?? listOf(one.id, one.addedAt) })) };
}

/** What is written of an exchange, in this order, since the names would be half of most entries. The rest is that of a journal. */
const written = Object.keys({
  ...{
    number: 0,
    begunAt: 0,
    method: 0,
    target: 0,
    rawHeaders: 0,
    headersLeftOut: 0,
    body: 0,
    bodyLength: 0,
  },
  ...{ path: 0, operation: 0, orderIdText: 0, choices: 0, reliedOn: 0, cancel: 0, refusal: 0, reason: 0 },
  ...{ faults: 0, gate: 0, end: 0, endedAt: 0, status: 0, responseHeaders: 0, responseBody: 0 },
  responseLength: 0,
} satisfies Record<Exclude<keyof JournalEntry, 'begun' | 'ended' | 'bytes'>, 0>) as (keyof JournalEntry)[];

/** An exchange as a list of values. */
export type PackedExchange = readonly unknown[];

/** The data of the effects of faults is not shown, and of the choices only those on which the exchange relied. */
export function packExchange(entry: JournalEntry): PackedExchange {
  const faults = entry.faults.map(({ effect, ...fired }) => ({
    ...fired,
    effect: { ...effect, list: undefined, bytes: undefined },
  }));
  const shown = { ...entry, choices: showGaps(entry), faults };
  return written.map((name) => shown[name]);
}

export function unpackExchange(packed: PackedExchange): JournalEntry {
  const values = Object.fromEntries(written.map((name, at) => [name, packed[at]])) as JournalEntry;
  return { ...values, begun: 0, ended: 0, bytes: bytesOfRequest(values) };
}

/** An initial state: a hash by which it is stored once, and its text. */
export type PackedInitial = { readonly hash: string; text(): string };

/** The initial states that this process has read or written, with their hashes. */
export class Initials {
  readonly #hashes = new WeakMap<InitialState, string>();
  readonly #byHash = new Map<string, WeakRef<InitialState>>();

  pack(initial: InitialState): PackedInitial {
    const orders = initial.orders instanceof PackedOrders ? initial.orders : packOrders(initial.orders);
    const text = (): string => pack({ ...initial, orders: orders.parts });
    return { hash: this.#hashes.get(initial) ?? this.#keep(initial, hashOf(text())), text };
  }

  /** Returns an initial state. `text` is empty if it is not needed. */
  read(hash: string, text: string): InitialState {
    const known = this.#byHash.get(hash)?.deref();
    if (known !== undefined) return known;
    const packed = unpack(text) as InitialState & { readonly orders: PackedOrders['parts'] };
    const initial = { ...packed, orders: PackedOrders.from(packed.orders) };
    this.#keep(initial, hash);
    return initial;
  }

  #keep(initial: InitialState, hash: string): string {
    for (const [other, ref] of this.#byHash) if (ref.deref() === undefined) this.#byHash.delete(other);
    this.#hashes.set(initial, hash);
    this.#byHash.set(hash, new WeakRef(initial));
    return hash;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** Returns what is written of a state, with the settings of its environment and without its initial state. */
function valuesOf(settings: EnvironmentSettings, state: EnvironmentState) {
  const { apiKeys, seed, profile, gaps, choosers } = settings;
  const { number, start, counts, store, listLag, journal } = state;
  const list = store.list();
  return {
    settings: { apiKeys, seed, profile, gaps, choosers },
    ...{ number, start, counts },
    parts: partNames.map((name) => [name, partOf(state, name)] as const),
    late: [...listLag.limits()],
    /** Undefined if the orders are those of the initial state, except for their statuses. */
    orders: list.fieldsRevision === 0 ? undefined : packOrders(ordersOf(list), { mayRepeat: true }).parts,
    /** The first letter of each. */
    statuses: list.segments.flatMap(({ statuses }) => statuses.map(([letter]) => letter)).join(''),
    exchanges: [...journal.entries()].map(packExchange),
    made: [...journal.changes().kept],
  };
}

export function packState(settings: EnvironmentSettings, state: EnvironmentState, initials: Initials) {
  const text = pack(valuesOf(settings, state));
  return { text, initial: initials.pack(state.initial), keys: textOfKeys(state) };
}

/** The API keys of a state, in JSON. */
export function textOfKeys({ keys }: EnvironmentState): string {
  return JSON.stringify(keys.texts);
}

type Values = ReturnType<typeof valuesOf>;

export function settingsIn(text: string): Values['settings'] {
  return (unpack(text) as Values).settings;
}

/** Returns the settings of a start that an environment of the store does not have. */
export function keptSettings(
  { apiKeys, profile, seed, gaps }: EnvironmentSettings,
  given: EnvironmentSettings,
  scenario: boolean,
) {
  const differs = {
    scenario,
    keys: `${apiKeys}` !== `${given.apiKeys}`,
    profile: profile !== given.profile,
    gaps: JSON.stringify(gaps) !== JSON.stringify(given.gaps),
    seed: seed !== given.seed,
  };
  return Object.keys(differs).filter((name) => differs[name as keyof typeof differs]);
}

/** Reads a state, with the initial state to which a reset returns. */
export function unpackState(
  settings: EnvironmentSettings,
  text: string,
  initial: InitialState,
): EnvironmentState {
  const { number, start, counts, parts, late, exchanges, made, ...packed } = unpack(text) as Values;
  const state = createState(settings, initial, ordersIn(packed, initial));
  Object.assign(state.counts, counts);
  for (const [name, value] of parts) setPart(state, name, value);
  for (const [orderId, limit] of late) state.listLag.apply(orderId, limit);
  for (const exchange of exchanges) {
    const entry = unpackExchange(exchange);
    state.journal.apply(['opened', entry]);
    if (entry.end !== undefined) state.journal.close(entry);
  }
  for (const one of made) state.journal.apply(['made', one]);
  return Object.assign(state, { number, start });
}

function ordersIn({ orders, statuses }: Pick<Values, 'orders' | 'statuses'>, initial: InitialState) {
  if (orders !== undefined) return PackedOrders.from(orders);
  let packed = initial.orders instanceof PackedOrders ? initial.orders : packOrders(initial.orders);
  for (const status of orderStatuses) {
    const positions = [...statuses].flatMap((letter, at) => (letter === status[0] ? [at] : []));
    packed = packed.withStatus(positions, status);
  }
  return packed;
}
