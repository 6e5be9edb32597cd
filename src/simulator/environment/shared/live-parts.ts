import { deserialize, serialize } from 'node:v8';
import { type Clock, createEnvironmentClock, type SavableClock, type SavedClock } from '../../../clock.ts';
import { createFaults, type SavableFaults, type SavedFaults } from '../../../faults/faults.ts';
import type { MaybePromise } from '../../../maybe-promise.ts';
import { copyList, type OrderList, ordersOf } from '../../orders/order-store.ts';
import { StoreFailure } from '../../orders/store-failure.ts';
import { createApiKeys, type SavableKeys, type SavedKeys } from '../api-keys.ts';
import { type ChoiceSettings, combineChoices } from '../gaps/choice-settings.ts';
import { type ChoiceSource, createChoiceSource } from '../gaps/choices.ts';
import type { InitialState } from '../initial-state.ts';
import type { SharedSettings } from './shared-settings.ts';

/** An order that ships at a time, or after a number of lists. */
export type Due = { readonly orderId: bigint; readonly at: number };

/** The orders that are still to ship. The next is the last element. */
export type ShipQueues = { readonly byTime: Due[]; readonly byLists: Due[] };

/** The parts of an environment that change as a whole, as data. */
type SavedParts = {
  readonly keys: SavedKeys;
  readonly clock: SavedClock;
  readonly choices: ChoiceSettings;
  readonly faults: SavedFaults;
  readonly ships: ShipQueues;
};

/** The parts of an environment that change as a whole. To change them, change a copy and write it. */
export type LiveParts = {
  readonly keys: SavableKeys;
  readonly clock: SavableClock;
  readonly choices: ChoiceSource;
  readonly faults: SavableFaults;
  readonly ships: ShipQueues;
};

/** What parts need besides their data. */
export type PartsContext = {
  readonly settings: SharedSettings;
  readonly machine: Clock;
  readonly orders: () => MaybePromise<OrderList>;
};

/** Writes parts as text. Throws a StoreFailure `not-shared` for a fault that only one process can have. */
export function writeParts({ keys, clock, choices, faults, ships }: LiveParts): string {
  const saved: SavedParts = {
    keys: keys.save(),
    clock: clock.save(),
    choices: choices.settings,
    faults: faults.save(),
    ships,
  };
  if (saved.faults.live.some(({ fault }) => fault.kind === 'stale-list'))
    throw new StoreFailure(
      'not-shared',
      'A stale list is a copy of the orders in one process, and this environment is shared by several (--store).',
    );
  return serialize(saved).toString('base64');
}

/** Reads parts that `writeParts` wrote. Each call makes a copy. */
export function readParts(text: string, { settings, machine, orders }: PartsContext): LiveParts {
  const saved = deserialize(Buffer.from(text, 'base64')) as SavedParts;
  const clock = createEnvironmentClock(machine, {}, saved.clock);
  return {
    keys: createApiKeys([], clock.now, { digest: settings.digest, saved: saved.keys }),
    clock,
    choices: createChoiceSource(saved.choices),
    faults: createFaults({
      seed: settings.seed,
      now: clock.now,
      orders: async () => {
        const list = await orders();
        return () => copyList(ordersOf(list));
      },
      initial: [],
      initialOrders: () => copyList([]),
      saved: saved.faults,
    }),
    ships: saved.ships,
  };
}

/** The parts with which an environment begins in the state of a scenario. */
export function startParts(initial: InitialState, { settings, machine, orders }: PartsContext): LiveParts {
  const clock = createEnvironmentClock(machine, initial.clock);
  const digests = [...new Set([...settings.keys, ...settings.scenarioKeys])];
  const held = digests.map((text, at) => ({ id: `key-${at + 1}`, text, expiresAt: undefined }));
  return {
    keys: createApiKeys([], clock.now, { digest: settings.digest, saved: { held, added: held.length } }),
    clock,
    choices: createChoiceSource(combineChoices({ ...settings, scenario: initial, run: undefined })),
    faults: createFaults({
      seed: settings.seed,
      now: clock.now,
      orders: async () => {
        const list = await orders();
        return () => copyList(ordersOf(list));
      },
      initial: initial.faults ?? [],
      initialOrders: () => copyList(initial.orders),
    }),
    ships: shipQueues(initial, clock.now()),
  };
}

/** Whether a response may depend on the number of its request, or on the number of lists before it. */
export function dependsOnCounts({ faults, choices, ships }: LiveParts): boolean {
  if (faults.any || ships.byLists.length > 0 || choices.settings.profile === 'vary') return true;
  const chosen = choices.forRequest(0);
  return chosen['error-codes'] === 'opaque' || chosen['extra-fields'] === 'some';
}

function shipQueues({ ships }: InitialState, loadedAt: number): ShipQueues {
  const byTime: Due[] = [];
  const byLists: Due[] = [];
  for (const rule of ships) {
    if (rule.kind === 'after-lists') byLists.push({ orderId: rule.orderId, at: rule.lists });
    else byTime.push({ orderId: rule.orderId, at: rule.kind === 'at' ? rule.at : loadedAt + rule.afterMs });
  }
  for (const queue of [byTime, byLists]) queue.reverse().sort((one, other) => other.at - one.at);
  return { byTime, byLists };
}
