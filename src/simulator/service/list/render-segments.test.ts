import { expect, test } from 'vitest';
import { fixedList } from '../../../../test/simulator/orders/fixed-list.ts';
import { anEnvironment } from '../../../../test/support/an-environment.ts';
import { ListLag } from '../../environment/list-lag.ts';
import type { OrderList } from '../../orders/order-store.ts';
import { type Rendered, renderSegments } from './render-segments.ts';

const orders = Array.from({ length: 1_024 }, (_, at) => ({
  order: { id: BigInt((at * 5) % 1_024) },
  status: 'pending' as const,
}));
const { state } = anEnvironment({ orders });
const packed = state.store.list() as OrderList;

/** The number of steps in which a list is rendered after `before`, and what is rendered. */
function stepsOf(list: OrderList, given: object, before: readonly Rendered[] = []) {
  const choices = { ...state.choices.forRequest(1), 'optional-fields': 'null', ...given } as const;
  const steps = renderSegments(before, {
    list,
    listLag: new ListLag(),
    choices,
    seed: '1',
    isNamed: () => true,
  });
  for (let count = 0; ; count++) {
    const step = steps.next();
    if (step.done === true) return { count, rendered: step.value };
  }
}

test('128 orders are written in a step, and kept text in none', () => {
  expect(stepsOf(packed, {}).count).toBe(8);
  expect(stepsOf(fixedList(orders), {}).count).toBe(8);
  expect(stepsOf(fixedList(orders.slice(0, 129)), {}).count).toBe(2);
  expect(stepsOf(packed, { 'optional-fields': 'as-stored' }).count).toBe(0);
});

test('what has not changed is not written again', () => {
  const { rendered } = stepsOf(packed, {});
  const again = stepsOf(packed, {}, rendered);
  expect(again.count).toBe(0);
  expect(again.rendered[0]).toBe(rendered[0]);
  // The states of orders matter only if the list does not show each of them.
  const [first, second] = packed.segments;
  if (first === undefined || second === undefined) throw new Error('too few segments');
  const { fieldsRevision, statuses, text } = first;
  const changed = { fieldsRevision, statuses, text, orders: first.orders, statusRevision: 9 };
  const list = { ...packed, segments: [changed, second] };
  expect(stepsOf(list, {}, rendered).rendered[0]).toBe(rendered[0]);
  const removing = stepsOf(list, { 'cancelled-in-list': 'remove' }, rendered);
  expect(removing.count).toBe(0);
  expect(removing.rendered[0]).not.toBe(rendered[0]);
  expect(removing.rendered[1]).toBe(rendered[1]);
  expect(removing.rendered[0]).toMatchObject({ statusRevision: 9, own: rendered[0]?.own });
});

test('a list is sorted in steps, too', () => {
  // 8 to write, 2 segments, 4 runs and their 3 merges, 2 pieces; and 8 to draw places.
  const byId = stepsOf(packed, { 'list-order': 'by-id' });
  const shuffled = stepsOf(packed, { 'list-order': 'shuffled' });
  expect(shuffled.count).toBe(byId.count + 8);
  const kept = stepsOf(packed, { 'list-order': 'by-id', 'optional-fields': 'as-stored' });
  expect(byId.count).toBe(kept.count + 8);
  expect(kept.count).toBeGreaterThan(8);
  expect(byId.rendered.map(({ all }) => all.ends.length)).toEqual([512, 512]);
});

test('orders without an id are the last of a list by id, in their order', () => {
  const ids = [3n, undefined, 1n, undefined, 2n];
  const placed = ids.map((id, at) => ({
    order: id === undefined ? { quantity: BigInt(at) } : { id },
    status: 'pending' as const,
  }));
  for (const given of [placed, placed.toReversed()]) {
    const { rendered } = stepsOf(fixedList(given), { 'list-order': 'by-id', 'optional-fields': 'as-stored' });
    const quantities = given.flatMap(({ order }) => ('quantity' in order ? [order.quantity] : []));
    expect(`${rendered[0]?.bytes}`).toBe(
      `,{"id":1},{"id":2},{"id":3}${quantities.map((one) => `,{"quantity":${one}}`).join('')}`,
    );
  }
});
