import { deserialize, serialize } from 'node:v8';
import {
  createState,
  type Environment,
  type EnvironmentSettings,
  type EnvironmentState,
} from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { type EnvironmentSummary, summarize } from '../summary.ts';
import type { EnvironmentRecord } from './environment-store.ts';

/** A change of the format that another version understands otherwise gets another number. */
const format = '3';

/** Writes a value of plain objects, maps, bigints and buffers as text. */
function pack(value: unknown): string {
  return format + serialize(value).toString('latin1');
}

/** Reads what `pack` wrote. */
function unpack(text: string): unknown {
  if (text.startsWith(format))
    try {
      return deserialize(Buffer.from(text.slice(format.length), 'latin1'));
    } catch {
      // By a later Node.js.
    }
  throw new StoreUnavailable('The store has data of another version, which this one cannot read.');
}

/** Returns the parts of a state that are values: each is another one after each change. */
function partsOf({ keys, clock, choices, faults, shipping }: EnvironmentState) {
  return {
    keys: keys.saved,
    clock: clock.saved,
    choices: choices.settings,
    faults: faults.saved,
    shipping: shipping.saved,
  };
}

/**
 * Returns what shows whether a state must be saved. Counts of requests and lists are saved with the next change, unless the list
 * itself depends on them.
 */
export function marksOf(state: EnvironmentState): readonly unknown[] {
  const { store, listLag, shipping, counts } = state;
  const counted = listLag.any || shipping.any ? counts.lists : 0;
  return [state, store.list(), listLag.revision, counted, ...Object.values(partsOf(state))];
}

/** Returns what is written of a state, with the settings of its environment and without its initial state. */
function valuesOf({ settings, state }: Environment) {
  const { apiKeys, seed, profile, gaps } = settings;
  const { counts, store, listLag, initial } = state;
  const { orders } = store.list();
  const areInitial =
    orders.length === initial.orders.length &&
    orders.every(({ order }, at) => order === initial.orders[at]?.order);
  return {
    ...partsOf(state),
    settings: { apiKeys, seed, profile, gaps },
    counts,
    limits: [...listLag.limits()],
    /** Undefined if the orders differ from those of the initial state only in their status. */
    orders: areInitial ? undefined : orders,
    /** The first letter of each. */
    statuses: orders.map(({ status: [letter] }) => letter).join(''),
  };
}

type Values = ReturnType<typeof valuesOf>;

/** Returns what the store has of an environment. `isNew`: whether it does not have the initial state. */
export function recordOf(
  environment: Environment,
  endsAt: number | undefined,
  isNew: boolean,
): EnvironmentRecord {
  const { initial } = environment.state;
  return {
    state: pack(valuesOf(environment)),
    initial: isNew ? pack(initial) : '',
    summary: pack(summarize(environment, endsAt)),
  };
}

export function readSummary(text: string): EnvironmentSummary {
  return unpack(text) as EnvironmentSummary;
}

const statusOf = { p: 'pending', s: 'shipped', c: 'cancelled' } as const;

/**
 * Restores an environment. Its journal belonged to another process: that it may lack exchanges counts as dropped ones, so that no check
 * of the journal passes falsely.
 *
 * @param started the settings that the store does not have
 */
export function readRecord(
  { state: text, initial: initialText }: Pick<EnvironmentRecord, 'state' | 'initial'>,
  started: EnvironmentSettings,
): { readonly settings: EnvironmentSettings; readonly state: EnvironmentState } {
  const values = unpack(text) as Values;
  const initial = unpack(initialText) as InitialState;
  const settings = { ...started, ...values.settings };
  const orders =
    values.orders ??
    initial.orders.map((placed, at) => ({
      ...placed,
      status: statusOf[values.statuses[at] as keyof typeof statusOf],
    }));
  const state = createState(settings, initial, orders);
  Object.assign(state.counts, values.counts);
  for (const [orderId, limit] of values.limits) state.listLag.restore(orderId, limit);
  state.keys.saved = values.keys;
  state.clock.saved = values.clock;
  state.choices.settings = values.choices;
  state.faults.saved = values.faults;
  state.shipping.saved = values.shipping;
  state.journal.lose(Math.max(1, values.counts.requests));
  return { settings, state };
}
