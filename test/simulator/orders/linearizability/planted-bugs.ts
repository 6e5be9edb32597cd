import type { EnvironmentState } from '../../../../src/simulator/environment/environment.ts';
import { copyList, type OrderList } from '../../../../src/simulator/orders/order-store.ts';
import { plantInStore } from '../../../support/plant.ts';

/** Returns a list that is up to three lists old. */
export function cacheLists(state: EnvironmentState): void {
  const list = state.store.list.bind(state.store);
  let cached: OrderList | undefined;
  let asked = 0;
  plantInStore(state, {
    list: () => {
      if (asked++ % 4 === 0 || cached === undefined) cached = copyList(list());
      return cached;
    },
  });
}

/** Ships cancelled orders. */
export function shipAfterCancel(state: EnvironmentState): void {
  const ship = state.store.ship.bind(state.store);
  plantInStore(state, { ship: (id) => ship(id, { force: true }) });
}
