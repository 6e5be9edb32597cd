import { type Clock, EnvironmentClock } from '../../clock.ts';
import type { Fault } from '../../faults/fault.ts';
import type { Faults } from '../../faults/faults.ts';
import { createFaults } from '../../faults/faults.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { MemoryOrderStore } from '../orders/memory/memory-order-store.ts';
import { type CancelOutcome, copyList, ordersOf, type PlacedOrder } from '../orders/order-store.ts';
import { ApiKeys } from './api-keys.ts';
import type { RunSettings } from './cell-settings.ts';
import { Coverage } from './coverage/coverage.ts';
import type { Choosers } from './gaps/choice-origins.ts';
import { type ChoiceSettings, combineChoices } from './gaps/choice-settings.ts';
import { ChoiceSource, type Choices } from './gaps/choices.ts';
import { Gates } from './gates/gates.ts';
import type { GapChoiceTexts, InitialState } from './initial-state.ts';
import { Journal } from './journal/journal.ts';
import { ListLag } from './list-lag.ts';
import { Pauses } from './pauses.ts';
import type { ProfileName } from './profile-name.ts';
import { Shipping } from './shipping.ts';
import type { Steps } from './steps.ts';

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
  readonly choosers?: Partial<Choosers> | undefined;
  readonly machine: Clock;
  /** How many exchanges the journal holds. Default: 1,000. */
  readonly journalSize?: number | undefined;
  /** Returns the name of the environment that owns a key. Called only to explain a refused key in the journal. */
  readonly keyOwner?: ((text: string) => string | undefined) | undefined;
  /** Returns the keys of all environments as secrets. Default: those of this one. */
  readonly allSecrets?: (() => Secrets) | undefined;
  /** The coverage of the process, which outlives the environment. */
  readonly coverage?: Coverage | undefined;
  /** What `matrix` imposes at every load and reset. Undefined outside its runs. */
  readonly run?: RunSettings | undefined;
  /** Called with each state that a load, a reset or the end of the environment ends. */
  readonly onStateEnd?: ((environment: string, state: EnvironmentState) => void) | undefined;
};

/** What a state began with beside its initial state; changes do not affect it. */
export type StateStart = {
  /** Milliseconds since 1970 on the environment's clock. */
  readonly at: number;
  readonly choices: ChoiceSettings;
  /** The faults of a cell of `matrix`. */
  readonly faults: readonly Fault[];
  /** The number of API keys. */
  readonly keys: number;
};

/** Everything in an environment that a request can read or change. A scenario or a reset replaces it as a whole. */
export type EnvironmentState = {
  /** Counts the states of all environments of this name from 1 in a run of `matrix`, else 0. */
  readonly number: number;
  readonly initial: InitialState;
  readonly start: StateStart;
  readonly seed: string;
  readonly keys: ApiKeys;
  readonly clock: EnvironmentClock;
  readonly choices: ChoiceSource;
  readonly faults: Faults;
  readonly store: MemoryOrderStore;
  readonly shipping: Shipping;
  readonly listLag: ListLag;
  readonly journal: Journal;
  readonly gates: Gates;
  /** The waits of this state; they end with it. */
  readonly pauses: Pauses;
  /** Whether it was replaced by a later state of a shared store, so that a request that began in it cannot go on. */
  isStale: boolean;
  /** Counts since the scenario was loaded. */
  readonly counts: { requests: number; lists: number; messages: number };
  /**
   * The commit of a cancel: nothing comes between the read, the decision and the write of the store. `lag`: how long the
   * list still shows the order; undefined if it never does.
   */
  cancel(orderId: bigint, lag: Choices['list-lag'] | undefined): CancelOutcome;
};

/** One base address with its own orders, keys, scenario, gap choices and clock. */
export interface Environment extends Steps {
  readonly name: string;
  /** `/v1` for production, `/{name}/v1` for all others. */
  readonly basePath: string;
  readonly settings: EnvironmentSettings;
  /** What clients met since the environment was created, whatever was loaded. */
  readonly coverage: Coverage;
  /** The current state. A request reads it once, so that it never sees a mix of two states. */
  readonly state: EnvironmentState;
  /** Returns a promise only with a shared store, as `reset` does. */
  load(initial: InitialState): void | Promise<void>;
  /** Loads the current scenario again: its orders, clock, gap choices and faults, an empty journal and no gates. */
  reset(): void | Promise<void>;
  /** Whether other processes may serve it, so that the end of an exchange must be shared before its response is written. */
  readonly isShared: boolean;
  /** Ends every wait: latencies, holds, waits for the journal. Requests continue without waiting. */
  end(): void;
}

/** The environment whose base address does not contain its name. Spec 1. */
export const production = 'production';

/** The second environment of the specification. Spec 1. */
export const staging = 'staging';

/** Creates an environment in the initial state of a scenario. */
export function createEnvironment(settings: EnvironmentSettings, initial: InitialState): Environment {
  return environmentOf(settings, createState(settings, initial), () => undefined).environment;
}

/** The current state of an environment, for a log. */
export type StateHolder = {
  current(): EnvironmentState;
  create(initial: InitialState): EnvironmentState;
  /** Replaces the state. `here`: this process loaded it. */
  replace(next: EnvironmentState, here: boolean): void;
};

/** Creates an environment with a state. With a log, its steps are those of the log. */
export function environmentOf<Log extends (Steps & Pick<Environment, 'load'>) | undefined>(
  settings: EnvironmentSettings,
  first: EnvironmentState,
  openLog: (holder: StateHolder) => Log,
): { readonly environment: Environment; readonly log: Log } {
  let state = first;
  const replace = (next: EnvironmentState, here: boolean): void => {
    const before = state;
    settings.onStateEnd?.(settings.name, before);
    state = next;
    next.gates.shared = log;
    before.isStale = !here;
    before.pauses.end();
  };
  const create = (initial: InitialState): EnvironmentState => createState(settings, initial);
  const log = openLog({ current: () => state, create, replace });
  state.gates.shared = log;
  const load = (next: InitialState) => (log === undefined ? replace(create(next), true) : log.load(next));
  const environment: Environment = {
    name: settings.name,
    settings,
    coverage: new Coverage(settings.coverage),
    basePath: basePathOf(settings.name),
    get state() {
      return state;
    },
    load,
    reset: () => load(state.initial),
    step: log === undefined ? (run) => run() : (run) => log.step(run),
    isShared: log !== undefined,
    follow: (signal) => log?.follow(signal),
    end: () => {
      settings.onStateEnd?.(settings.name, state);
      state.pauses.end();
    },
  };
  return { environment, log };
}

/** The path of an environment's base address. Spec 1. */
export function basePathOf(name: string): string {
  return name === production ? '/v1' : `/${name}/v1`;
}

const defaultJournalSize = 1_000;

/** @param orders what the state begins with; default: the orders of the initial state */
export function createState(
  settings: EnvironmentSettings,
  initial: InitialState,
  orders: Iterable<PlacedOrder> = initial.orders,
): EnvironmentState {
  const store = new MemoryOrderStore(orders);
  const clock = new EnvironmentClock(settings.machine, initial.clock);
  const texts = [...settings.apiKeys, ...(initial.apiKeys.get(settings.name) ?? [])];
  const keys = new ApiKeys(texts, clock.now, settings.allSecrets);
  const pauses = new Pauses(settings.machine);
  const { seed, run } = settings;
  const listLag = new ListLag();
  const counts = { requests: 0, lists: 0, messages: 0 };
  const choices = combineChoices({ ...settings, scenario: initial, run });
  const imposed = run?.cell?.faults ?? [];
  return {
    number: run?.nextState(settings.name) ?? 0,
    initial,
    start: { at: clock.now(), choices, faults: imposed, keys: keys.all().length },
    seed,
    store,
    keys,
    clock,
    choices: new ChoiceSource(choices),
    shipping: new Shipping(initial.ships, clock.now(), store),
    listLag,
    journal: createStateJournal(settings, { store, keys, pauses }),
    faults: createFaults({
      seed,
      now: clock.now,
      copyList: () => copyList(ordersOf(store.list())),
      initial: initial.faults ?? [],
      imposed,
    }),
    gates: new Gates(pauses, settings.machine),
    pauses,
    isStale: false,
    counts,
    cancel: (orderId, lag) => {
      const outcome = store.cancel(orderId);
      if (outcome.kind === 'cancelled' && lag !== undefined)
        listLag.cancelled(orderId, lag, clock.now(), counts.lists);
      return outcome;
    },
  };
}

function createStateJournal(
  { name, journalSize = defaultJournalSize, keyOwner }: EnvironmentSettings,
  { store, keys, pauses }: Pick<EnvironmentState, 'store' | 'keys' | 'pauses'>,
): Journal {
  const context = {
    environment: name,
    basePath: basePathOf(name),
    keys,
    keyOwner: keyOwner ?? (() => undefined),
    orders: () => store.list(),
  };
  return new Journal({ size: journalSize, context, pauses });
}
