import { type TinyOrder, type Twist, tinyOrder, tinyOrders } from './honest-server.ts';
import {
  answering,
  answeringSince,
  type OddSituation,
  object,
  oops,
  plain,
  refused,
  silent,
  withQuery,
} from './odd-situation.ts';

/** Lists with query parameters and without, each made by the number of requests with parameters so far. */
function turns(
  filtered: (orders: readonly TinyOrder[], turn: number) => readonly TinyOrder[],
  whole: (orders: readonly TinyOrder[], turn: number) => readonly TinyOrder[] = (orders) => orders,
): Twist {
  let turn = 0;
  return {
    list: (orders, { query }) => {
      if (query.size === 0) return whole(orders, turn);
      turn += 1;
      return filtered(orders, turn);
    },
  };
}

const less = (orders: readonly TinyOrder[]): readonly TinyOrder[] => orders.slice(1);
const more = (count: number): readonly TinyOrder[] =>
  Array.from({ length: count }, (_, index) => tinyOrder(String(5000 + index), 'pending'));
const withoutIds = (): TinyOrder[] =>
  tinyOrders().map((order) => ({ ...order, text: order.text.replace(/"id":\d+,/, '') }));

/** What can come between the checker and a comparison of lists. */
export const oddLists: readonly OddSituation[] = [
  { name: 'no order is in the list', twist: () => ({ orders: () => [] }) },
  { name: 'no plain list can be read', twist: () => answering(plain, object) },
  { name: 'the plain list is refused', twist: () => answering(plain, refused) },
  { name: 'a list with query parameters gets no answer', twist: () => answering(withQuery, silent) },
  { name: 'a list with query parameters is refused', twist: () => answering(withQuery, refused) },
  { name: 'a list with query parameters breaks', twist: () => answering(withQuery, oops) },
  { name: 'a list with query parameters cannot be read', twist: () => answering(withQuery, object) },
  {
    name: 'no order was there, and then there are some',
    twist: () => ({ ...turns((orders) => orders), orders: () => [] }),
  },
  {
    name: 'a list without orders shows some with query parameters',
    twist: () => ({ orders: () => [], list: (orders, { query }) => (query.size > 0 ? more(2) : orders) }),
  },
  { name: 'a list differs once', twist: () => turns((orders, turn) => (turn === 1 ? less(orders) : orders)) },
  {
    name: 'a list differs every second time',
    twist: () => turns((orders, turn) => (turn % 2 === 1 ? less(orders) : orders)),
  },
  {
    name: 'an order comes while the lists are compared',
    twist: () =>
      turns(
        (orders) => [...orders, ...more(1)],
        (orders, turn) => (turn === 0 ? orders : [...orders, ...more(1)]),
      ),
  },
  {
    name: 'an order comes before each list with query parameters',
    twist: () =>
      turns(
        (orders, turn) => [...orders, ...more(turn)],
        (orders, turn) => [...orders, ...more(turn)],
      ),
  },
  {
    name: 'a list changes, then differs, and then agrees',
    twist: () =>
      turns(
        (orders, turn) => (turn === 1 ? less(orders) : turn === 2 ? orders : [...orders, ...more(1)]),
        (orders, turn) => (turn === 0 ? orders : [...orders, ...more(1)]),
      ),
  },
  {
    name: 'no order comes with query parameters',
    twist: () => ({ list: (orders, { query }) => (query.size > 0 ? [] : orders) }),
  },
  {
    name: 'every list is another',
    twist: () =>
      turns(
        (orders, turn) => [...orders, ...more(2 * turn + 1)],
        (orders, turn) => [...orders, ...more(2 * turn)],
      ),
  },
  {
    name: 'a list differs and the next plain one cannot be read',
    twist: () => ({
      list: (orders, { query }) => (query.size > 0 ? less(orders) : orders),
      ...answeringSince(withQuery, plain, object),
    }),
  },
  { name: 'no order has an id', twist: () => ({ orders: withoutIds }) },
  {
    name: 'no order has an id, and query parameters are minded',
    twist: () => ({
      orders: withoutIds,
      list: (orders, { query }) => (query.size > 0 ? less(orders) : orders),
    }),
  },
  {
    name: 'other orders of the same number come with query parameters',
    twist: () => ({ list: (orders, { query }) => (query.size > 0 ? [...less(orders), ...more(1)] : orders) }),
  },
  { name: 'the budget ends before the query parameters', twist: () => ({}), options: { maxRequests: 8 } },
  { name: 'the budget ends with the wrong keys', twist: () => ({}), options: { maxRequests: 3 } },
];
