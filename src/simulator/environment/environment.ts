import { type Clock, createEnvironmentClock, type EnvironmentClock } from '../../clock.ts';
import type { Faults } from '../../faults/faults.ts';
import { createFaults } from '../../faults/faults.ts';
import { andThen, type MaybePromise } from '../../maybe-promise.ts';
import { MemoryOrderStore } from '../orders/memory/memory-order-store.ts';
import {
  type CancelOutcome,
  copyList,
  type OrderStore,
  ordersOf,
  type PlacedOrder,
} from '../orders/order-store.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import type { RunSettings } from './cell-settings.ts';
import type { Choosers } from './gaps/choice-origins.ts';
import { combineChoices } from './gaps/choice-settings.ts';
import { type ChoiceSource, type Choices, createChoiceSource } from './gaps/choices.ts';
import { createGates, type Gates } from './gates/gates.ts';
import type { GapChoiceTexts, InitialState } from './initial-state.ts';
import { createJournal, type Journal } from './journal/journal.ts';
import { createListLag, type ListLag } from './list-lag.ts';
import { createPauses, type Pauses } from './pauses.ts';
import type { ProfileName } from './profile-name.ts';
import { createShipping, type Shipping } from './shipping.ts';

/** The settings of an environment; they stay when it loads another scenario. */
export type EnvironmentSettings = {
  readonly name: string;
  /** Keys that are valid in addition to those of the scenario. */
  readonly apiKeys: readonly string[];
  /** The seed of everything random: `vary`, generated ids and faults. */
  readonly seed: string;
  /** Overrides the profile of the scenario. */
  readonly profile?: ProfileName | undefined;
  /** Choices that override those of the scenario. */
  readonly gaps: GapChoiceTexts;
  /** Who chose `profile` and `gaps`. Default: settings. */
  readonly choosers?: Partial<Choosers>;
  readonly machine: Clock;
  /** How many exchanges the journal holds. Default: 1,000. */
  readonly journalSize?: number | undefined;
  /** Returns the name of the environment that owns a key. Called only to explain a refused key in the journal. */
  readonly keyOwner?: ((text: string) => string | undefined) | undefined;
  /** Creates the store of the orders. Default: the memory of this process. */
  readonly createStore?: ((orders: Iterable<PlacedOrder>) => OrderStore) | undefined;
  /** What `matrix` imposes at every load and reset. Undefined outside its runs. */
  readonly run?: RunSettings | undefined;
};

/** The parts of a state that a test changes over the control API, and that faults change when they fire. */
export type ChangeableParts = {
  readonly keys: ApiKeys;
  readonly clock: EnvironmentClock;
  readonly choices: ChoiceSource;
  readonly faults: Faults;
};

/** Everything in an environment that a request can read or change. A scenario or a reset replaces it as a whole. */
export type EnvironmentState = ChangeableParts & {
  /** Counts the states of all environments of this name from 1 in a run of `matrix`, else 0. */
  readonly number: number;
  readonly initial: InitialState;
  readonly seed: string;
  readonly store: OrderStore;
  readonly shipping: Shipping;
  readonly listLag: ListLag;
  readonly journal: Journal;
  readonly gates: Gates;
  /** The waits of this state; they end with it. */
  readonly pauses: Pauses;
  /** Counts since the scenario was loaded. */
  readonly counts: { requests: number; lists: number; messages: number };
  /**
   * Changes keys, clock, choices or faults in one atomic step. Only changes of the parts that `change` receives count. A
   * shared store may call it again, with newer parts, if another process changed them first.
   */
  change<T>(change: (parts: ChangeableParts) => MaybePromise<T>): MaybePromise<T>;
  /**
   * The commit of a cancel: nothing comes between the read, the decision and the write of the store. `lag`: how long the
   * list still shows the order; undefined if it never does.
   */
  cancel(orderId: bigint, lag: Choices['list-lag'] | undefined): MaybePromise<CancelOutcome>;
  /** Returns the number of the next message of the quickstart. Counts from 1. */
  nextMessage(): MaybePromise<number>;
};

/** A request that begins: the state that it reads and changes, and its number, which counts from 1 in this state. */
export type BegunRequest = { readonly state: EnvironmentState; readonly number: number };

/** One base address with its own orders, keys, scenario, gap choices and clock. */
export interface Environment {
  readonly name: string;
  /** `/v1` for production, `/{name}/v1` for all others. */
  readonly basePath: string;
  readonly settings: EnvironmentSettings;
  /** The state as this process knows it, which with a shared store may be older than the current one. */
  readonly state: EnvironmentState;
  /**
   * Begins a request of the service. It reads the state once, so that it never sees a mix of two states. Returns undefined
   * if the environment no longer exists.
   */
  begin(): MaybePromise<BegunRequest | undefined>;
  /** Returns the current state; undefined if the environment no longer exists. */
  read(): MaybePromise<EnvironmentState | undefined>;
  /** Loads a scenario. */
  load(initial: InitialState): MaybePromise<void>;
  /** Loads the current scenario again: its orders, clock, gap choices and faults, an empty journal and no gates. */
  reset(): MaybePromise<void>;
  /** Ends every wait: latencies, holds, waits for the journal. Requests continue without waiting. */
  end(): void;
}

/** The environment whose base address does not contain its name. Spec 1. */
export const production = 'production';

/** The second environment of the specification. Spec 1. */
export const staging = 'staging';

/** Creates an environment in the initial state of a scenario. */
export function createEnvironment(settings: EnvironmentSettings, initial: InitialState): Environment {
  let state = createState(settings, initial);
  const load = (next: InitialState): void => {
    const before = state;
    state = createState(settings, next);
    before.pauses.end();
  };
  return {
    name: settings.name,
    settings,
    basePath: basePathOf(settings.name),
    get state() {
      return state;
    },
    begin: () => ({ state, number: ++state.counts.requests }),
    read: () => state,
    load,
    reset: () => load(state.initial),
    end: () => state.pauses.end(),
  };
}

/** The path of an environment's base address. Spec 1. */
export function basePathOf(name: string): string {
  return name === production ? '/v1' : `/${name}/v1`;
}

const defaultJournalSize = 1_000;

function createState(settings: EnvironmentSettings, initial: InitialState): EnvironmentState {
  const store = settings.createStore?.(initial.orders) ?? new MemoryOrderStore(initial.orders);
  const clock = createEnvironmentClock(settings.machine, initial.clock);
  const keys = createApiKeys([...settings.apiKeys, ...(initial.apiKeys.get(settings.name) ?? [])], clock.now);
  const pauses = createPauses(settings.machine);
  const { seed, run } = settings;
  const listLag = createListLag();
  const counts = { requests: 0, lists: 0, messages: 0 };
  const state: EnvironmentState = {
    number: run?.nextState(settings.name) ?? 0,
    initial,
    seed,
    store,
    keys,
    clock,
    choices: createChoiceSource(combineChoices({ ...settings, scenario: initial, run })),
    shipping: createShipping(initial.ships, clock.now(), store),
    listLag,
    journal: createStateJournal(settings, { store, keys, pauses }),
    faults: createFaults({
      seed,
      now: clock.now,
      orders: () => andThen(store.list(), (list) => () => copyList(ordersOf(list))),
      initial: initial.faults ?? [],
      initialOrders: () => copyList(initial.orders),
      imposed: run?.cell?.faults ?? [],
    }),
    gates: createGates(pauses, settings.machine),
    pauses,
    counts,
    change: (change) => change(state),
    cancel: (orderId, lag) =>
      andThen(store.cancel(orderId), (outcome) => {
        if (outcome.kind === 'cancelled' && lag !== undefined)
          listLag.cancelled(orderId, lag, clock.now(), counts.lists);
        return outcome;
      }),
    nextMessage: () => ++counts.messages,
  };
  return state;
}

function createStateJournal(
  { name, journalSize = defaultJournalSize, keyOwner }: EnvironmentSettings,
  { store, keys, pauses }: Pick<EnvironmentState, 'store' | 'keys' | 'pauses'>,
): Journal {
  const context = {
    environment: name,
    basePath: basePathOf(name),
    ownsKey: (text: string) => keys.idOf(text) !== undefined,
    keyId: (text: string) => keys.idOf(text),
    keyOwner: keyOwner ?? (() => undefined),
    orders: () => store.list(),
  };
  return createJournal({ size: journalSize, context, pauses });
}
