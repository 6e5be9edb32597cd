import { expect, test } from 'vitest';
import { fixedList, fixedSegment } from '../../../../test/simulator/orders/fixed-list.ts';
import { placed } from '../../../../test/support/an-environment.ts';
import { packOrders } from '../../orders/memory/packed-orders.ts';
import type { OrderList, PlacedOrder } from '../../orders/order-store.ts';
import { listReliance } from './list-reliance.ts';

const shipDate = '2026-01-20T10:00:00Z';
const always = ['optional-fields', 'extra-fields'];

test.each<[PlacedOrder[], string[]]>([
  [[], []],
  [[placed(7n)], always],
  [[placed(7n, 'shipped', { quantity: 2n })], always],
  [
    [placed(7n), placed(8n)],
    [...always, 'list-order'],
  ],
  [[placed(7n, 'pending', { shipDate })], [...always, 'ship-date-form']],
  [[placed(7n, 'cancelled')], [...always, 'cancelled-in-list']],
  [
    [placed(7n), placed(8n, 'cancelled'), placed(9n, 'pending', { shipDate })],
    [...always, 'list-order', 'ship-date-form', 'cancelled-in-list'],
  ],
])('a list of %o relies on %o, with and without its text', (orders, expected) => {
  expect(listReliance(fixedList(orders), {})).toEqual(expected);
  expect(listReliance(packed(orders), {})).toEqual(expected);
});

test('each of 20 segments counts, and a longer list relies on everything', () => {
  const last = [placed(20n, 'cancelled', { shipDate })];
  const everything = [...always, 'list-order', 'ship-date-form', 'cancelled-in-list'];
  expect(listReliance(listOf([...onePerSegment(19), []]), {})).toEqual([...always, 'list-order']);
  expect(listReliance(listOf([...onePerSegment(19), last]), {})).toEqual(everything);
  expect(listReliance(listOf([...onePerSegment(20), []]), {})).toEqual(everything);
});

test('the dates of a segment are found in its text, which is not parsed', () => {
  const [segment] = packed([placed(7n, 'pending', { shipDate })]).segments;
  if (segment === undefined) throw new Error('no segment');
  const { text, statuses } = segment;
  const unread = {
    ...fixedSegment([], 1),
    ...{ text, statuses },
    get orders(): never {
      throw new Error('parsed');
    },
  };
  const list = { segments: [unread], revision: 1, fieldsRevision: 1 };
  expect(listReliance(list, {})).toEqual([...always, 'ship-date-form']);
});

test('the result for a source is kept until its list changes', () => {
  const source = {};
  const first = listReliance(fixedList([placed(7n)], 1), source);
  expect(listReliance(fixedList([placed(7n)], 1), source)).toBe(first);
  expect(listReliance(fixedList([], 1), {})).toEqual([]);
  expect(listReliance(fixedList([placed(7n, 'cancelled')], 2), source)).toContain('cancelled-in-list');
});

function packed(orders: readonly PlacedOrder[]): OrderList {
  const segments = packOrders(orders).segments.map((text) => ({ ...fixedSegment(orders, 1), text }));
  return { segments, revision: 1, fieldsRevision: 1 };
}

function onePerSegment(count: number): PlacedOrder[][] {
  return Array.from({ length: count }, (_, at) => [placed(BigInt(at))]);
}

function listOf(segments: readonly PlacedOrder[][]): OrderList {
  return { segments: segments.map((orders) => fixedSegment(orders, 1)), revision: 1, fieldsRevision: 1 };
}
