import { deserialize, serialize } from 'node:v8';
import {
  createState,
  type Environment,
  type EnvironmentSettings,
  type EnvironmentState,
} from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { summarize } from '../summary.ts';
import type { EnvironmentRecord } from './environment-store.ts';

/** A change of the format that another version understands otherwise gets another number. */
const format = '4';

/** Writes a value of plain objects, maps, bigints and buffers as text. */
function pack(value: unknown): string {
  return format + serialize(value).toString('latin1');
}

/** Reads what `pack` wrote. */
export function unpack(text: string): unknown {
  if (!text.startsWith(format))
    throw new StoreUnavailable('The store has data of another version, which this one cannot read.');
  return deserialize(Buffer.from(text.slice(format.length), 'latin1'));
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
export function marksOf(state: EnvironmentState): readonly [EnvironmentState, ...unknown[]] {
  const { store, shipping, counts } = state;
  return [state, store.list(), shipping.any ? counts.lists : 0, ...Object.values(partsOf(state))];
}

/** Returns what is written of a state, with the settings of its environment and without its initial state. */
function valuesOf({ settings, state }: Environment) {
  const { apiKeys, seed, profile, gaps, endsAt } = settings;
  const { counts, store, initial } = state;
  return {
    ...partsOf(state),
    settings: { apiKeys, seed, profile, gaps, endsAt },
    counts,
    /** Each order, or only its status if the initial state has the order in this place. */
    orders: store
      .list()
      .orders.map((placed, at) => (placed.order === initial.orders[at]?.order ? placed.status : placed)),
  };
}

/** Returns what the store has of an environment. `isNew`: whether it does not have the initial state. */
export function recordOf(environment: Environment, isNew: boolean): EnvironmentRecord {
  const { initial } = environment.state;
  return {
    state: pack(valuesOf(environment)),
    initial: isNew ? pack(initial) : '',
    summary: pack(summarize(environment)),
  };
}

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
  const values = unpack(text) as ReturnType<typeof valuesOf>;
  const initial = unpack(initialText) as InitialState;
  const settings = { ...started, ...values.settings };
  const orders = values.orders.map((one, at) =>
    typeof one === 'string' ? { order: {}, ...initial.orders[at], status: one } : one,
  );
  const state = createState(settings, initial, orders);
  Object.assign(state.counts, values.counts);
  state.keys.saved = values.keys;
  state.clock.saved = values.clock;
  state.choices.settings = values.choices;
  state.faults.saved = values.faults;
  state.shipping.saved = values.shipping;
  state.journal.lose(Math.max(1, values.counts.requests));
  return { settings, state };
}
