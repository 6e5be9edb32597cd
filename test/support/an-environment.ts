import {
  createEnvironment,
  type Environment,
  type EnvironmentSettings,
  type EnvironmentState,
} from '../../src/simulator/environment/environment.ts';
import type { Hold } from '../../src/simulator/environment/holds.ts';
import type { InitialState } from '../../src/simulator/environment/initial-state.ts';
import type { Order, OrderStatus } from '../../src/simulator/orders/order.ts';
import type { PlacedOrder } from '../../src/simulator/orders/order-store.ts';
import { createTestClock } from './test-clock.ts';

/** An order in a state: `placed(1n)`, `placed(2n, 'shipped', { complete: true })`. */
export function placed(id: bigint, status: OrderStatus = 'pending', rest: Order = {}): PlacedOrder {
  return { order: { id, ...rest }, status };
}

/** The fields of a scenario's state that a test sets. */
export type GivenState = Partial<Omit<InitialState, 'orders'>> & { readonly orders?: Iterable<PlacedOrder> };

/** The state of a scenario: empty except for the given fields. */
export function aState({ orders = [], ...given }: GivenState = {}): InitialState {
  return {
    scenario: 'test',
    description: '',
    orders: [...orders],
    handles: new Map(),
    apiKeys: new Map(),
    gaps: {},
    clock: {},
    ships: [],
    pets: new Map(),
    ...given,
  };
}

/** Production without a server. Defaults: seed 1 and a clock at 1,000,000. */
export function anEnvironment(
  initial: GivenState = {},
  settings: Partial<EnvironmentSettings> = {},
): Environment {
  return createEnvironment(
    { name: 'production', apiKeys: [], seed: '1', gaps: {}, machine: createTestClock(), ...settings },
    aState(initial),
  );
}

/** Awaits `before` between the checks of each cancel and its commit. */
export function plantBeforeCommits(
  { holds }: EnvironmentState,
  before: (orderId: bigint) => Promise<unknown>,
): void {
  holds.find = () => ({ id: 'planted' }) as Hold;
  holds.stop = async (_, { orderId }, commit) => {
    await before(orderId);
    return commit();
  };
}
