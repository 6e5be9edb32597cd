import type { EnvironmentState } from '../../src/simulator/environment/environment.ts';
import type { Hold } from '../../src/simulator/environment/holds.ts';
import type { OrderStore } from '../../src/simulator/orders/order-store.ts';

/** Replaces methods of the store of a state: a planted bug. */
export function plantInStore(state: EnvironmentState, methods: Partial<OrderStore>): void {
  Object.assign(state.store, methods);
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

/** Lets other requests run between the check and the write of a cancel. */
export function awaitInCancels(state: EnvironmentState): void {
  const { store } = state;
  plantBeforeCommits(state, async (orderId) => {
    const found = store.get(orderId);
    await new Promise((resolve) => setImmediate(resolve));
    if (found?.status === 'pending') store.put({ order: found.order, status: 'pending' });
  });
}
