import { type TinyOrder, type Twist, tinyOrder, tinyOrders } from './honest-server.ts';
import {
  type BrokenServer,
  lists,
  object,
  oops,
  plain,
  rebody,
  refused,
  replace,
  responding,
  respondingSince,
  retype,
  rewire,
  silent,
  withQuery,
} from './mutant.ts';

type Orders = readonly TinyOrder[];

/** One of the many faults of a response by itself for each rule: test/contract/responses has the others. */
const faults: readonly BrokenServer[] = [
  ['the base address has no version', 'R01', { basePath: '/api' }],
  ['the base address is /v2', 'R01', { basePath: '/v2' }],
  [
    'the list is cut short',
    'R02 not-tried',
    rewire(lists, ({ headers, body }) => ({
      headers: [...headers, ['Content-Length', `${Buffer.byteLength(body ?? '') + 9}`]],
    })),
  ],
  ['the list has the type text/json', 'R05', retype(lists, 'text/json')],
  ['the list has a trailing comma', 'R06 not-tried', rebody(lists, '[{"id":1},]')],
  ['the list is wrapped in pages', 'R07 not-tried', rebody(lists, '{"orders":[],"next":2}')],
  ['quantity is text', 'R08', replace(lists, '"quantity":2', '"quantity":"2"')],
  ['an id is 2^63', 'R09', replace(lists, '"id":102', '"id":9223372036854775808')],
  ['shipDate is a sentence', 'R10', replace(lists, '2026-01-20T10:00:00Z', 'tomorrow')],
  ['two orders have one id', 'R11', { orders: () => [...tinyOrders(), tinyOrder('102', 'pending')] }],
  [
    'an order has an undocumented field',
    'R12',
    replace(lists, '"quantity":2', '"quantity":2,"status":"pending"'),
  ],
  ['the list responds with 500', 'R03 not-tried', responding(lists, oops)],
  [
    'the list is missing with query parameters',
    'R03',
    rewire(
      (wire, request) => lists(wire, request) && withQuery(wire, request),
      () => ({ status: 404 }),
    ),
  ],
  [
    'query parameters need another key',
    'R04',
    { authorized: ({ query }, honest) => honest && query.size === 0 },
  ],
  [
    'the key works only once',
    'R04 not-tried',
    {
      wire: (wire, request) => (plain(wire, request) && request.times > 1 ? refused : wire),
    },
  ],
];

const querying = (name: string, select: (orders: Orders, value: string) => Orders): Twist => ({
  list(orders, { query }) {
    const value = query.get(name);
    return value === null ? orders : select(orders, value);
  },
});
const filtering = (name: string): Twist =>
  querying(name, (orders, value) =>
    orders.filter(({ state, text }) => String(name === 'status' ? state : JSON.parse(text)[name]) === value),
  );
/** Refuses requests with any other parameter. */
const acceptingOnly = (name: string): Twist => ({
  list: (orders, { query }) => (query.has(name) ? orders.slice(0, 1) : orders),
  wire: (wire, request) =>
    lists(wire, request) && [...request.query.keys()].some((key) => key !== name)
      ? { status: 400, headers: [], body: undefined }
      : wire,
});
const using =
  (twist: (name: string) => Twist, more = '') =>
  (name: string): BrokenServer => [`the list uses ?${name}=${more}`, 'R13', twist(name)];

const queries: readonly BrokenServer[] = [
  ...'status complete petId quantity'.split(' ').map(using(filtering)),
  ...'limit size per_page pageSize page[size] $top'
    .split(' ')
    .map(using((name) => querying(name, (orders, value) => orders.slice(0, Number(value))))),
  ...'page offset cursor'
    .split(' ')
    .map(using((name) => querying(name, (orders, value) => orders.slice(Number(value))))),
  ...'limit per_page page[size] $top quantity'
    .split(' ')
    .map(using(acceptingOnly, ' and refuses other parameters')),
  [
    'the list uses ?complete= and every order is complete',
    'R13',
    {
      orders: () =>
        [101, 201].map((id) => tinyOrder(`${id}`, id === 101 ? 'pending' : 'shipped', { complete: true })),
      list: (orders, { query }) => (query.get('complete') === 'false' ? [] : orders),
    },
  ],
  ...['pending', 'shipped'].map(
    (only): BrokenServer => [
      `the list can be filtered only by the state ${only}`,
      'R13',
      querying('status', (orders, value) =>
        value === only ? orders.filter(({ state }) => state === value) : orders,
      ),
    ],
  ),
];

/** Lists with and without query parameters, by the number of requests with parameters so far. */
function turns(
  filtered: (orders: Orders, turn: number) => Orders,
  whole: (orders: Orders, turn: number) => Orders = (orders) => orders,
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

const less = (orders: Orders): Orders => orders.slice(1);
const more = (count: number): Orders =>
  Array.from({ length: count }, (_, index) => tinyOrder(String(5000 + index), 'pending'));
const oneLater = (orders: Orders, turn: number): Orders => (turn === 0 ? orders : [...orders, ...more(1)]);
const onlyLess: Twist = { list: (orders, { query }) => (query.size > 0 ? less(orders) : orders) };
const withoutIds = (): TinyOrder[] =>
  tinyOrders().map((order) => ({ ...order, text: order.text.replace(/"id":\d+,/, '') }));

const comparisons: readonly BrokenServer[] = [
  ['no order is in the list', 'not-tried', { orders: () => [] }],
  ['no plain list can be read', 'R07 not-tried', responding(plain, object)],
  ['the plain list is refused', 'wrong-key', responding(plain, refused)],
  ['a list with query parameters gets no response', 'failed', responding(withQuery, silent)],
  ['a list with query parameters is refused', 'R04', responding(withQuery, refused)],
  ['a list with query parameters breaks', 'R03', responding(withQuery, oops)],
  ['a list with query parameters cannot be read', 'R07', responding(withQuery, object)],
  [
    'an empty list has orders with query parameters',
    'R13 not-tried',
    { orders: () => [], list: (orders, { query }) => (query.size > 0 ? more(2) : orders) },
  ],
  ['a list differs once', '', () => turns((orders, turn) => (turn === 1 ? less(orders) : orders))],
  ['a list differs every second time', '', () => turns((orders, turn) => (turn % 2 ? less(orders) : orders))],
  ['an order is added while the lists are compared', '', () => turns(oneLater, oneLater)],
  [
    'an order is added before each list with query parameters',
    '',
    () =>
      turns(
        (orders, turn) => [...orders, ...more(turn)],
        (orders, turn) => [...orders, ...more(turn)],
      ),
  ],
  [
    'a list changes, then differs, and then agrees',
    '',
    () =>
      turns(
        (orders, turn) => (turn === 1 ? less(orders) : turn === 2 ? orders : oneLater(orders, turn)),
        oneLater,
      ),
  ],
  [
    'a list with query parameters is empty',
    'R13',
    { list: (orders, { query }) => (query.size > 0 ? [] : orders) },
  ],
  [
    'every list differs',
    '',
    () =>
      turns(
        (orders, turn) => [...orders, ...more(2 * turn + 1)],
        (orders, turn) => [...orders, ...more(2 * turn)],
      ),
  ],
  [
    'a list differs and the next plain one cannot be read',
    'R07 not-tried',
    () => ({ ...onlyLess, ...respondingSince(withQuery, plain, object) }),
  ],
  ['no order has an id', 'not-tried', { orders: withoutIds }],
  ['no order has an id, and query parameters filter', 'R13 not-tried', { orders: withoutIds, ...onlyLess }],
  [
    'a list with query parameters has as many other orders',
    'R13',
    { list: (orders, { query }) => (query.size > 0 ? [...less(orders), ...more(1)] : orders) },
  ],
];

/** Servers whose list breaks a rule, or cannot be compared. */
export const brokenLists: readonly BrokenServer[] = [...faults, ...queries, ...comparisons];
