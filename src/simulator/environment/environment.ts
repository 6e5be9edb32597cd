import { type Clock, EnvironmentClock } from '../../clock.ts';
import { Faults } from '../../faults/faults.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { type CancelOutcome, copyList, OrderStore, type PlacedOrder } from '../orders/order-store.ts';
import { ApiKeys } from './api-keys.ts';
import { Coverage } from './coverage.ts';
import { combineChoices } from './gaps/choice-settings.ts';
import { ChoiceSource, type Choices } from './gaps/choices.ts';
import type { ProfileName } from './gaps/gap.ts';
import { Holds } from './holds.ts';
import type { GapChoiceTexts, InitialState, RunSettings } from './initial-state.ts';
import { Journal } from './journal/journal.ts';
import { ListLag } from './list-lag.ts';
import { Pauses } from './pauses.ts';
import { Shipping } from './shipping.ts';

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
  readonly machine: Clock;
  /** When it ends by itself, in milliseconds since 1970 on the machine's clock. Default: never. */
  readonly endsAt?: number | undefined;
  /** How many exchanges the journal holds. Default: 1,000. */
  readonly journalSize?: number | undefined;
  /** Returns the name of the environment that owns a key. Called only to explain a refused key in the journal. */
  readonly keyOwner?: ((text: string) => string | undefined) | undefined;
  /** Returns the keys of all environments as secrets. Default: those of this one. */
  readonly allSecrets?: (() => Secrets) | undefined;
  /** What `matrix` imposes at every load and reset. Undefined outside its runs. */
  readonly run?: RunSettings | undefined;
};

/** The environment whose base address does not contain its name. Spec 1. */
export const production = 'production';

/** The second environment of the specification. Spec 1. */
export const staging = 'staging';

/** One base address with its own orders, keys, scenario, gap choices and clock. */
export class Environment {
  readonly name: string;
  /** `/v1` for production, `/{name}/v1` for all others. */
  readonly basePath: string;
  readonly settings: EnvironmentSettings;
  /** What clients met since the environment was created, whatever was loaded. */
  readonly coverage = new Coverage();
  #state: EnvironmentState;
  /**
   * Resolves when the store has what requests have seen and changed so far; rejects with StoreUnavailable. Undefined without a
   * store.
   */
  confirm: (() => Promise<void>) | undefined;

  constructor(settings: EnvironmentSettings, state: EnvironmentState) {
    this.name = settings.name;
    this.basePath = basePathOf(settings.name);
    this.settings = settings;
    this.#state = state;
  }

  /** The current state. A request reads it once, so that it never sees a mix of two states. */
  get state(): EnvironmentState {
    return this.#state;
  }

  /** Loads a scenario. */
  load(initial: InitialState): void {
    const before = this.#state;
    this.#state = createState(this.settings, initial);
    before.pauses.end();
  }

  /** Loads the current scenario again: its orders, clock, gap choices and faults, an empty journal and no holds. */
  reset(): void {
    this.load(this.#state.initial);
  }

  /** Ends every wait: latencies, holds, waits for the journal. Requests continue without waiting. */
  end(): void {
    this.#state.pauses.end();
  }
}

/** Creates an environment in the initial state of a scenario. */
export function createEnvironment(settings: EnvironmentSettings, initial: InitialState): Environment {
  return new Environment(settings, createState(settings, initial));
}

/** The path of an environment's base address. Spec 1. */
export function basePathOf(name: string): string {
  return name === production ? '/v1' : `/${name}/v1`;
}

/** Everything in an environment that a request can read or change. A scenario or a reset replaces it as a whole. */
export type EnvironmentState = ReturnType<typeof createState>;

/** @param orders what the state begins with; default: the orders of the initial state */
export function createState(
  settings: EnvironmentSettings,
  initial: InitialState,
  orders: readonly PlacedOrder[] = initial.orders,
) {
  const store = new OrderStore(orders);
  const clock = new EnvironmentClock(settings.machine, initial.clock);
  const texts = [...settings.apiKeys, ...(initial.apiKeys.get(settings.name) ?? [])];
  const keys = new ApiKeys(texts, clock.now);
  const secrets = settings.allSecrets ?? (() => keys.secrets);
  const pauses = new Pauses(settings.machine);
  const { seed, run } = settings;
  const listLag = new ListLag();
  const counts = { requests: 0, lists: 0, messages: 0 };
  const choices = combineChoices({ ...settings, scenario: initial, run });
  const shipping = new Shipping(initial.ships, clock.now(), store);
  const imposed = run?.cell?.faults ?? [];
  const named = new Set([...initial.handles.values(), ...(initial.writtenIds ?? [])]);
  return {
    /** Counts the states of all environments of this name from 1 in a run of `matrix`, else 0. */
    number: run?.nextState(settings.name) ?? 0,
    initial,
    /** What it began with beside its initial state: changes do not affect it. `keys`: their number. */
    start: { at: clock.now(), choices, faults: imposed, keys: keys.all().length },
    seed,
    store,
    keys,
    secrets,
    clock,
    choices: new ChoiceSource(choices),
    shipping,
    /** Ships the orders that are due, and returns the ids of those that were pending. */
    shipDue: () => (shipping.any ? shipping.shipDue(clock.now(), counts.lists) : []),
    listLag,
    /** Whether tests name an order: by a handle, in an object as their scenario, or because they placed it. */
    isNamed: (id: bigint): boolean => named.has(id) || store.wasAdded(id),
    journal: new Journal({
      size: settings.journalSize ?? 1_000,
      pauses,
      environment: settings.name,
      basePath: basePathOf(settings.name),
      keys,
      secrets,
      keyOwner: settings.keyOwner ?? (() => undefined),
      orders: () => store.list(),
    }),
    faults: new Faults({
      seed,
      now: clock.now,
      copyList: () => copyList(store.list()),
      initial: initial.faults ?? [],
      imposed,
    }),
    holds: new Holds(pauses, settings.machine),
    /** The waits of this state; they end with it. */
    pauses,
    /** Counts since the scenario was loaded. */
    counts,
    /**
     * The commit of a cancel: nothing comes between the read, the decision and the write of the store. `lag`: how long the
     * list still shows the order; undefined if it never does.
     */
    cancel: (orderId: bigint, lag: Choices['list-lag'] | undefined): CancelOutcome => {
      const outcome = store.cancel(orderId);
      if (outcome.kind === 'cancelled' && lag !== undefined)
        listLag.cancelled(orderId, lag, clock.now(), counts.lists);
      return outcome;
    },
  };
}
