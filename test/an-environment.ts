import type { Order, OrderStatus } from '../src/orders/order.ts';
import type { PlacedOrder } from '../src/orders/order-store.ts';
import { packOrders } from '../src/orders/packed-orders.ts';
import {
  createEnvironment,
  type Environment,
  type EnvironmentSettings,
} from '../src/simulation/environment.ts';
import type { InitialState } from '../src/simulation/initial-state.ts';
import { createTestClock } from './test-clock.ts';

/** An order in a state: `placed(1n)`, `placed(2n, 'shipped', { complete: true })`. */
export function placed(id: bigint, status: OrderStatus = 'pending', rest: Order = {}): PlacedOrder {
  return { order: { id, ...rest }, status };
}

/** What a test says of a scenario. */
export type GivenState = Partial<Omit<InitialState, 'orders'>> & { readonly orders?: readonly PlacedOrder[] };

/** The state of a scenario in which there is nothing but what is given. */
export function aState({ orders = [], ...given }: GivenState = {}): InitialState {
  return {
    scenario: 'test',
    description: '',
    orders: packOrders(orders),
    handles: new Map(),
    apiKeys: new Map(),
    gaps: {},
    clock: {},
    ships: [],
    pets: new Map(),
    ...given,
  };
}

/** An environment that nobody serves: production, with seed 1 and a clock that stands at 1,000,000, where nothing else is given. */
export function anEnvironment(
  initial: GivenState = {},
  settings: Partial<EnvironmentSettings> = {},
): Environment {
  return createEnvironment(
    { name: 'production', apiKeys: [], seed: '1', gaps: {}, machine: createTestClock(), ...settings },
    aState(initial),
  );
}
