import {
  type Disturbance,
  object,
  oops,
  plain,
  refused,
  responding,
  respondingSince,
  silent,
  withQuery,
} from './disturbance.ts';
import { type TinyOrder, type Twist, tinyOrder, tinyOrders } from './honest-server.ts';

/** Lists with and without query parameters, by the number of requests with parameters so far. */
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

/** Everything that can disturb a comparison of lists. */
export const listDisturbances: readonly Disturbance[] = [
  { name: 'no order is in the list', incomplete: 'not-tried', twist: () => ({ orders: () => [] }) },
  {
    name: 'no plain list can be read',
    broken: ['R07'],
    incomplete: 'not-tried',
    twist: () => responding(plain, object),
  },
  { name: 'the plain list is refused', incomplete: 'wrong-key', twist: () => responding(plain, refused) },
  {
    name: 'a list with query parameters gets no response',
    incomplete: 'failed',
    twist: () => responding(withQuery, silent),
  },
  {
    name: 'a list with query parameters is refused',
    broken: ['R04'],
    twist: () => responding(withQuery, refused),
  },
  { name: 'a list with query parameters breaks', broken: ['R03'], twist: () => responding(withQuery, oops) },
  {
    name: 'a list with query parameters cannot be read',
    broken: ['R07'],
    twist: () => responding(withQuery, object),
  },
  {
    name: 'there are no orders at first, and some later',
    incomplete: 'not-tried',
    twist: () => ({ ...turns((orders) => orders), orders: () => [] }),
  },
  {
    name: 'an empty list has orders with query parameters',
    broken: ['R13'],
    incomplete: 'not-tried',
    twist: () => ({ orders: () => [], list: (orders, { query }) => (query.size > 0 ? more(2) : orders) }),
  },
  { name: 'a list differs once', twist: () => turns((orders, turn) => (turn === 1 ? less(orders) : orders)) },
  {
    name: 'a list differs every second time',
    twist: () => turns((orders, turn) => (turn % 2 === 1 ? less(orders) : orders)),
  },
  {
    name: 'an order is added while the lists are compared',
    twist: () =>
      turns(
        (orders) => [...orders, ...more(1)],
        (orders, turn) => (turn === 0 ? orders : [...orders, ...more(1)]),
      ),
  },
  {
    name: 'an order is added before each list with query parameters',
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
    name: 'a list with query parameters is empty',
    broken: ['R13'],
    twist: () => ({ list: (orders, { query }) => (query.size > 0 ? [] : orders) }),
  },
  {
    name: 'every list differs',
    twist: () =>
      turns(
        (orders, turn) => [...orders, ...more(2 * turn + 1)],
        (orders, turn) => [...orders, ...more(2 * turn)],
      ),
  },
  {
    name: 'a list differs and the next plain one cannot be read',
    broken: ['R07'],
    incomplete: 'not-tried',
    twist: () => ({
      list: (orders, { query }) => (query.size > 0 ? less(orders) : orders),
      ...respondingSince(withQuery, plain, object),
    }),
  },
  {
    name: 'no order has an id',
    incomplete: 'not-tried',
    twist: () => ({ orders: withoutIds }),
  },
  {
    name: 'no order has an id, and query parameters filter',
    broken: ['R13'],
    incomplete: 'not-tried',
    twist: () => ({
      orders: withoutIds,
      list: (orders, { query }) => (query.size > 0 ? less(orders) : orders),
    }),
  },
  {
    name: 'a list with query parameters has as many other orders',
    broken: ['R13'],
    twist: () => ({ list: (orders, { query }) => (query.size > 0 ? [...less(orders), ...more(1)] : orders) }),
  },
];
