import type { EnvironmentState } from '../../src/simulator/environment/environment.ts';
import type { Choices } from '../../src/simulator/environment/gaps/choices.ts';
import type { GapKey } from '../../src/simulator/environment/gaps/gaps.ts';
import { seedOfList } from '../../src/simulator/service/list/list-body.ts';
import { writeOrder } from '../../src/simulator/service/list/order-json.ts';

/** The list made from the store without any cache. */
export async function freshBytes(state: EnvironmentState, choices: Choices): Promise<string> {
  const { store, listLag, isNamed } = state;
  const seed = seedOfList(state, choices);
  const { segments } = await store.list();
  const shown = segments
    .flatMap(({ orders }) => orders)
    .filter(
      ({ status, order: { id: one } }) =>
        choices['cancelled-in-list'] === 'keep' || status !== 'cancelled' || listLag.shows(one),
    );
  return `[${shown.map((one) => writeOrder(one.order, { ...choices, seed, isNamed })).join()}]`;
}

/** Every gap that decides how an order is written, and which orders are shown. */
export const decisive: readonly GapKey[] = [
  'cancelled-in-list',
  'optional-fields',
  'extra-fields',
  'ship-date-form',
];
