import { MemoryOrderStore } from '../orders/memory/memory-order-store.ts';
import { listOf } from '../orders/memory/order-segment.ts';
import type { PackedOrders } from '../orders/memory/packed-orders.ts';
import { StoreSegment } from '../orders/memory/store-segment.ts';
import type { OrderList, OrderStore, PlacedOrder } from '../orders/order-store.ts';
import { type ApiKeys, createApiKeys } from './api-keys.ts';
import { type Clock, createEnvironmentClock, type EnvironmentClock } from './clock.ts';
import { createFaults } from './faults/create-faults.ts';
import type { Faults } from './faults/faults.ts';
import { type ChoiceSource, createChoiceSource } from './gaps/choices.ts';
import { createGates } from './gates/create-gates.ts';
import type { Gates } from './gates/gates.ts';
import type { GapChoiceTexts, InitialState } from './initial-state.ts';
import { createJournal } from './journal/create-journal.ts';
import type { Journal } from './journal/journal.ts';
import { createListLag, type ListLag } from './list-lag.ts';
import { createPauses, type Pauses } from './pauses.ts';
import type { ProfileName } from './profile-name.ts';
import { createShipping, type Shipping } from './shipping.ts';

/** What an environment is made of, whatever scenario it loads. */
export type EnvironmentSettings = {
  readonly name: string;
  /** Keys that hold whatever the scenario says. */
  readonly apiKeys: readonly string[];
  /** What `vary`, generated ids and drawn faults depend on. */
  readonly seed: string;
  /** Overrides the profile of the scenario. */
  readonly profile?: ProfileName | undefined;
  /** Override the scenario's answers. */
  readonly gaps: GapChoiceTexts;
  readonly machine: Clock;
  /** How many exchanges the journal holds; 1,000 where left out. */
  readonly journalSize?: number | undefined;
  /** The name of any environment whose key a text is; asked only for what the journal tells of a refused key. */
  readonly keyOwner?: ((text: string) => string | undefined) | undefined;
  /** Where orders are kept; the memory of this process where left out. */
  readonly createStore?: ((orders: Iterable<PlacedOrder>) => OrderStore) | undefined;
};

/** Everything of an environment that a request can see or change. It is replaced as a whole, never mended. */
export type EnvironmentState = {
  readonly initial: InitialState;
  readonly seed: string;
  readonly store: OrderStore;
  readonly keys: ApiKeys;
  readonly clock: EnvironmentClock;
  readonly choices: ChoiceSource;
  readonly shipping: Shipping;
  readonly listLag: ListLag;
  readonly journal: Journal;
  readonly faults: Faults;
  readonly gates: Gates;
  /** Every wait of this state; they end with it. */
  readonly pauses: Pauses;
  /** What has been counted since the scenario was loaded. */
  readonly counts: { requests: number; lists: number; messages: number };
};

/** One base address with its own orders, keys, scenario, answers and clock. */
export interface Environment {
  readonly name: string;
  /** `/v1` for production, `/{name}/v1` for any other. */
  readonly basePath: string;
  readonly settings: EnvironmentSettings;
  /** The state now. A request takes it once and keeps to it, so that it never sees half of a new one. */
  readonly state: EnvironmentState;
  /** Starts a scenario. */
  load(initial: InitialState): void;
  /** Goes back to the start of the scenario: orders, clock, answers, counts, faults, an empty journal and no gates. */
  reset(): void;
  /** Ends every wait: latencies, gates, waits for the journal. Requests go on, without waiting. */
  end(): void;
}

/** The environment whose base address has no name in it. Spec 1. */
export const production = 'production';

/** The other environment that the specification names. Spec 1. */
export const staging = 'staging';

/** Makes an environment in the state of a scenario. */
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
    load,
    reset: () => load(state.initial),
    end: () => state.pauses.end(),
  };
}

function basePathOf(name: string): string {
  return name === production ? '/v1' : `/${name}/v1`;
}

const usualJournalSize = 1_000;

function createState(settings: EnvironmentSettings, initial: InitialState): EnvironmentState {
  const store = settings.createStore?.(initial.orders) ?? new MemoryOrderStore(initial.orders);
  const clock = createEnvironmentClock(settings.machine, initial.clock);
  const profile = settings.profile ?? initial.profile ?? 'least-promise';
  const gaps = { ...initial.gaps, ...settings.gaps };
  const keys = createApiKeys([...settings.apiKeys, ...(initial.apiKeys.get(settings.name) ?? [])], clock.now);
  const pauses = createPauses(settings.machine);
  return {
    initial,
    seed: settings.seed,
    store,
    keys,
    clock,
    choices: createChoiceSource({ profile, gaps, seed: settings.seed }),
    shipping: createShipping(initial.ships, clock.now(), store),
    listLag: createListLag(),
    journal: createStateJournal(settings, { store, keys, pauses }),
    faults: createFaults({
      seed: settings.seed,
      now: clock.now,
      orders: () => store.list(),
      initial: initial.faults ?? [],
      initialOrders: startingList(initial.orders),
    }),
    gates: createGates(pauses),
    pauses,
    counts: { requests: 0, lists: 0, messages: 0 },
  };
}

function createStateJournal(
  { name, journalSize = usualJournalSize, keyOwner }: EnvironmentSettings,
  { store, keys, pauses }: Pick<EnvironmentState, 'store' | 'keys' | 'pauses'>,
): Journal {
  const context = {
    environment: name,
    basePath: basePathOf(name),
    ownsKey: (text: string) => keys.idOf(text) !== undefined,
    keyOwner: keyOwner ?? (() => undefined),
    orders: () => store.list(),
  };
  return createJournal({ size: journalSize, context, pauses });
}

function startingList({ segments }: PackedOrders): OrderList {
  return listOf(
    segments.map((packed) => new StoreSegment(packed)),
    1,
  );
}
