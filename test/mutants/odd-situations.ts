import type { CheckOptions } from '../../src/check/check-options.ts';
import { errorWire, type TinyOrder, type Twist, tinyOrder, tinyOrders, type Wire } from './honest-server.ts';
import type { Where } from './mutant.ts';

/** A check in which something comes between the checker and what it wants to know. */
export type OddSituation = {
  readonly name: string;
  /** Made anew for each check, since some change their mind in the middle. */
  readonly twist: () => Twist;
  readonly options?: Partial<CheckOptions>;
  /** What is drawn for orders that are not there, in turn. */
  readonly drawn?: readonly bigint[];
};

const silent: Wire = { status: 0, headers: [], body: undefined, silent: true };
const refused: Wire = errorWire(401, 'unauthorized', 'The key has been withdrawn.');
const oops: Wire = errorWire(500, 'oops', 'Something broke.');
const object: Wire = { status: 200, headers: [['Content-Type', 'application/json']], body: '{}' };

const withQuery: Where = (_wire, { query }) => query.size > 0;
const plain: Where = (wire, { method, query }) => method === 'GET' && query.size === 0 && wire.status === 200;
const cancelOf =
  (id: string, time?: number): Where =>
  (_wire, { orderId, times }) =>
    orderId === id && (time === undefined || times === time);

/** Another answer where `where` says so. */
function answering(where: Where, answer: Wire): Twist {
  return { wire: (wire, request) => (where(wire, request) ? answer : wire) };
}

/** Another answer where `where` says so, after the first answer that `since` is about. */
function answeringSince(since: Where, where: Where, answer: Wire): Twist {
  let begun = false;
  return {
    wire: (wire, request) => {
      const given = begun && where(wire, request) ? answer : wire;
      begun ||= since(wire, request);
      return given;
    },
  };
}

/** The list loses these orders for good when `cancel` of the order `by` comes; the cancel is answered with `status`. */
function losing(by: string, status: number | undefined, ...lost: readonly string[]): Twist {
  let gone = false;
  return {
    cancel: (order) => {
      gone ||= order?.id === by;
      return order?.id === by ? status : undefined;
    },
    list: (orders) => orders.filter(({ id }) => !gone || !lost.includes(id)),
  };
}

/** A list that leaves out the order 201 so many times after its first cancel. */
function missingFor(times: number): Twist {
  let left = 0;
  return {
    cancel: (order, request) => {
      if (order?.id === '201' && request.times === 1) left = times;
      return undefined;
    },
    list: (orders) => {
      left -= 1;
      return left < 0 ? orders : orders.filter(({ id }) => id !== '201');
    },
  };
}

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

const listing: readonly OddSituation[] = [
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

const absent: readonly OddSituation[] = [
  { name: 'an id is drawn that is listed', twist: () => ({}), drawn: [101n, -101n, 101n + 2n ** 32n, 77n] },
  { name: 'an id is drawn that is named', twist: () => ({}), drawn: [888n, 999n, 77n] },
  { name: 'no id can be drawn that is not listed', twist: () => ({}), drawn: Array(2000).fill(102n) },
  {
    name: 'cancels of nothing get no answer',
    twist: () => answering((_wire, { method }) => method === 'DELETE', silent),
  },
  {
    name: 'the key is withdrawn before the cancels',
    twist: () => answeringSince(withQuery, plain, refused),
  },
  {
    name: 'cancels with a wrong key break',
    twist: () => answering((wire, { method }) => method === 'DELETE' && wire.status === 401, oops),
  },
  {
    name: 'cancels with a wrong key get no answer',
    twist: () => answering((wire, { method }) => method === 'DELETE' && wire.status === 401, silent),
  },
];

const shipped: readonly OddSituation[] = [
  { name: 'no shipped order is named', twist: () => ({}), options: { shippedIds: [] } },
  { name: 'a shipped order is named that nobody knows', twist: () => ({}), options: { shippedIds: [999n] } },
  {
    name: 'a shipped order that is not listed cannot be cancelled',
    twist: () => ({ list: (orders) => orders.filter(({ id }) => id !== '201') }),
  },
  {
    name: 'a shipped order that is not listed is cancelled',
    twist: () => ({
      list: (orders) => orders.filter(({ id }) => id !== '201'),
      cancel: (order) => (order?.id === '201' ? 204 : undefined),
    }),
  },
  { name: 'a shipped order goes before its cancel', twist: () => losing('201', 404, '201') },
  { name: 'a shipped order is listed and not found', twist: () => losing('201', 404) },
  { name: 'the cancel of a shipped order gets no answer', twist: () => answering(cancelOf('201'), silent) },
  {
    name: 'the second cancel of a shipped order gets none',
    twist: () => answering(cancelOf('201', 2), silent),
  },
  { name: 'the cancel of a shipped order breaks', twist: () => answering(cancelOf('201'), oops) },
  { name: 'a shipped order is missing in one list', twist: () => missingFor(1) },
  { name: 'a shipped order is missing in two lists', twist: () => missingFor(2) },
  {
    name: 'no list can be read after the cancel of a shipped order',
    twist: () => answeringSince(cancelOf('201'), plain, object),
  },
  { name: 'two shipped orders are named', twist: () => ({}), options: { shippedIds: [201n, 202n] } },
];

const pending: readonly OddSituation[] = [
  { name: 'no pending order is named', twist: () => ({}), options: { pendingIds: [] } },
  { name: 'a pending order is named that nobody knows', twist: () => ({}), options: { pendingIds: [999n] } },
  { name: 'a pending order is named that has shipped', twist: () => ({}), options: { pendingIds: [202n] } },
  { name: 'a pending order goes before its cancel', twist: () => losing('101', 404, '101') },
  { name: 'the cancel of a pending order gets no answer', twist: () => answering(cancelOf('101'), silent) },
  {
    name: 'the second cancel of a pending order gets none',
    twist: () => answering(cancelOf('101', 2), silent),
  },
  { name: 'the cancel of a pending order breaks', twist: () => answering(cancelOf('101'), oops) },
  {
    name: 'no list can be read after the cancel of a pending order',
    twist: () => answeringSince(cancelOf('101'), plain, object),
  },
  {
    name: 'no list comes after a pending order was not found',
    twist: () => ({
      ...losing('101', 404, '101'),
      ...answeringSince(cancelOf('101'), plain, silent),
    }),
  },
  { name: 'two pending orders are named', twist: () => ({}), options: { pendingIds: [101n, 102n] } },
  {
    name: 'the target is of another host, and nobody owns the orders',
    twist: () => ({}),
    options: { url: 'https://shop.example/v1' },
  },
];

/** Everything that can come between, where the checker must neither stumble nor accuse anybody. */
export const oddSituations: readonly OddSituation[] = [...listing, ...absent, ...shipped, ...pending];
