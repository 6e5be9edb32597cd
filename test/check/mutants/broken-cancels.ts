import { type TinyOrder, type Twist, tinyOrder } from './honest-server.ts';
import {
  type BrokenServer,
  cancels,
  hasKey,
  object,
  oops,
  plain,
  refused,
  responding,
  respondingSince,
  responses,
  rewire,
  silent,
  type Where,
  withQuery,
} from './mutant.ts';

/** A server that decides differently about its orders. */
const deciding = (decide: (order: TinyOrder, times: number) => number | undefined): Twist => ({
  cancel: (order, { times }) => (order === undefined ? undefined : decide(order, times)),
});
const absent = (status: number, isMeant = (_id: string): boolean => true): Twist => ({
  cancel: (order, { orderId = '' }) => (order === undefined && isMeant(orderId) ? status : undefined),
});
const inState = (state: TinyOrder['state'], status: number, least = 1): Twist =>
  deciding((order, times) => (order.state === state && times >= least ? status : undefined));
const ofOrder = (id: string, status: number): Twist =>
  deciding((order) => (order.id === id ? status : undefined));
const noContent = (headers: readonly (readonly [string, string])[], body?: string): Twist =>
  rewire(responses(204), () => ({ headers, body }));
const listing = (shows: (order: TinyOrder, index: number) => boolean): Twist => ({
  list: (orders) => orders.filter(shows),
});
const no201 = listing(({ id }) => id !== '201');
/** The cancel of an order with the key. */
const cancelOf =
  (id: string, time?: number): Where =>
  (_wire, request) =>
    request.orderId === id && hasKey(request) && (time === undefined || request.times === time);
const withWrongKey: Where = (wire, request) => cancels(wire, request) && wire.status === 401;

/** The list loses these orders for good at the cancel of the order `by`, which gets `status`. */
const losing =
  (by: string, status: number | undefined, ...lost: readonly string[]) =>
  (): Twist => {
    let gone = false;
    return {
      cancel: (order) => {
        gone ||= order?.id === by;
        return order?.id === by ? status : undefined;
      },
      list: (orders) => orders.filter(({ id }) => !gone || !lost.includes(id)),
    };
  };

/** The list after the second cancel of order 201 omits it. */
const missingInOne = (): Twist => {
  let isMissing = false;
  return {
    cancel: (order, request) => {
      isMissing = order?.id === '201' && request.times === 2;
      return undefined;
    },
    list: (orders) => {
      const listed = isMissing ? orders.filter(({ id }) => id !== '201') : orders;
      isMissing = false;
      return listed;
    },
  };
};

const large = '9007199254740993';
/** An id as a reader with doubles returns it. */
const rounded = (id: string): string => String(BigInt(Number(id)));
const twoLarge = () => [tinyOrder(large, 'pending'), tinyOrder(rounded(large), 'pending')];
const low32 = () => [tinyOrder('4294967397', 'shipped'), tinyOrder('102', 'pending')];
const written =
  (write: (id: string) => string): NonNullable<Twist['list']> =>
  (orders) =>
    orders.map((order) => ({ ...order, text: order.text.replace(order.id, write(order.id)) }));
const pendingLarge = { pendingIds: [BigInt(large)] };
const shippedLarge = { pendingIds: [102n], shippedIds: [4294967397n] };

/** Servers that lose digits of an id of more than 53 or 32 bits. */
const rounding: readonly BrokenServer[] = [
  ['a cancel rounds the id to a double', 'R26', ofOrder(large, 404), { ...pendingLarge, shippedIds: [201n] }],
  [
    'the list rounds the id of a named order to a double',
    'R09 not-tried',
    { list: written(rounded) },
    { ...pendingLarge, shippedIds: [201n] },
  ],
  [
    'the list keeps 32 bits of the id of a named order',
    'R09 not-tried',
    { orders: low32, list: written((id) => (id === '102' ? id : '101')) },
    shippedLarge,
  ],
  [
    'a cancel keeps 32 bits of the id of a shipped order',
    'R30',
    { orders: low32, ...ofOrder('4294967397', 404) },
    shippedLarge,
  ],
  [
    'a cancel rounds the id to that of another order',
    'R33',
    {
      orders: twoLarge,
      list: (orders) =>
        orders.filter(({ id }) => id === large || orders.every(({ state }) => state === 'pending')),
    },
    { ...pendingLarge, shippedIds: [] },
  ],
  [
    'a cancel rounds the id to that of another named order',
    'R26',
    { orders: twoLarge, ...ofOrder(rounded(large), 409) },
    { pendingIds: [BigInt(large), BigInt(rounded(large))], shippedIds: [] },
  ],
  ['the list rounds two ids to one', 'R11 not-tried', { orders: twoLarge, list: written(rounded) }],
];

const ofAbsent: readonly BrokenServer[] = [
  ['a cancel of an absent order gets a 204', 'R25', absent(204)],
  ['a cancel of an absent order gets a 409', 'R25', absent(409)],
  ['a cancel of an absent order gets a 401', 'R25', absent(401)],
  ['a cancel of an absent order gets a 410', 'R03', absent(410)],
  ...(
    [
      ['negative ids', /^-/],
      ['ids of 19 digits', /^-?\d{19}$/],
      ['ids of 32 bits', /^-?\d{1,10}$/],
      ['negative ids of 32 bits', /^-\d{1,10}$/],
    ] as const
  ).map(
    ([what, ids]): BrokenServer => [
      `a cancel of an absent order does not accept ${what}`,
      'R03',
      absent(400, (id) => ids.test(id)),
    ],
  ),
  ['a drawn id is listed', '', {}, { drawn: [101n, -101n, 101n + 2n ** 32n, 77n] }],
  [
    'drawn ids are named',
    'not-tried',
    {},
    { pendingIds: [101n, 888n], shippedIds: [201n, 999n], drawn: [888n, 999n, 77n] },
  ],
  ['every drawn id is listed', '', {}, { drawn: Array(2000).fill(102n) }],
  ['cancels get no response', 'failed', responding(cancels, silent)],
  [
    'the key is withdrawn before the cancels',
    'R04 not-tried',
    () => respondingSince(withQuery, plain, refused),
  ],
  [
    'the key is withdrawn at the first cancel',
    'R04 not-tried',
    () => respondingSince(cancels, plain, refused),
  ],
  ['cancels with a wrong key break', 'R03', responding(withWrongKey, oops)],
  ['cancels with a wrong key get no response', 'failed', responding(withWrongKey, silent)],
];

const ofShipped: readonly BrokenServer[] = [
  ['a cancel of a shipped order gets a 204', 'R30', inState('shipped', 204)],
  ['a cancel of a shipped order gets a 404', 'R30', inState('shipped', 404)],
  ['a cancel of a shipped order gets a 401', 'R30', inState('shipped', 401)],
  ['a cancel of a shipped order gets a 422', 'R03', inState('shipped', 422)],
  ['a second cancel of a shipped order gets a 204', 'R31', inState('shipped', 204, 2)],
  ['a second cancel of a shipped order gets a 404', 'R31', inState('shipped', 404, 2)],
  ['a second cancel of a shipped order gets a 401', 'R31', inState('shipped', 401, 2)],
  ['a refused cancel takes a shipped order from the list', 'R31', losing('201', 409, '201')],
  ['the list leaves out what has shipped', 'R32', listing(({ state }) => state !== 'shipped')],
  ['the list has only the first order', 'R32', listing((_order, index) => index < 1)],
  ['no shipped order is named', '', {}, { shippedIds: [] }],
  ['a named shipped order is unknown', 'not-tried', {}, { shippedIds: [999n] }],
  ['a shipped order that is not listed is cancelled', 'R30 R32', { ...no201, ...ofOrder('201', 204) }],
  [
    'the cancel of a shipped order that is not listed gets a 401',
    'R30',
    { ...no201, ...ofOrder('201', 401) },
  ],
  ['a shipped order disappears before its cancel', 'R31 not-tried', losing('201', 404, '201')],
  ['the cancel of a shipped order gets no response', 'failed', responding(cancelOf('201'), silent)],
  ['the second cancel of a shipped order gets no response', 'failed', responding(cancelOf('201', 2), silent)],
  ['a shipped order is missing in one list', 'R31', missingInOne],
  [
    'no list can be read after the cancel of a shipped order',
    'R07 not-tried',
    () => respondingSince(cancelOf('201'), plain, object),
  ],
  ['two shipped orders are named', '', {}, { shippedIds: [201n, 202n] }],
];

const alone = { shippedIds: [] };
const ofPending: readonly BrokenServer[] = [
  [
    'a cancel of one of two pending orders gets a 404',
    'R26',
    ofOrder('102', 404),
    { pendingIds: [101n, 102n] },
  ],
  ['a cancel of a pending order gets a 401', 'R26', inState('pending', 401)],
  ['a cancel of a pending order gets a 202', 'R03', inState('pending', 202)],
  ['a second cancel of a pending order gets a 204', 'R29', inState('cancelled', 204)],
  ['a second cancel of a pending order gets a 401', 'R29', inState('cancelled', 401)],
  ['a second cancel of a pending order gets a 410', 'R03', inState('cancelled', 410)],
  ['a 204 has a body', 'R27', noContent([], '{"ok":true}')],
  ['a 204 has a type', 'R28', noContent([['Content-Type', 'application/json']])],
  ['no pending order is named', '', {}, { pendingIds: [] }],
  ['a named pending order is unknown', 'not-tried', {}, { pendingIds: [999n] }],
  ['a named pending order is listed and gets a 404', 'not-tried', inState('pending', 404)],
  ['a named pending order is listed and gets a 409', 'not-tried', inState('pending', 409)],
  ['a named pending order has shipped', 'not-tried', {}, { pendingIds: [202n] }],
  [
    'the only named order has shipped and is named as pending',
    'not-tried',
    {},
    { ...alone, pendingIds: [202n] },
  ],
  ['the only named order disappears before its cancel', 'not-tried', losing('101', 404, '101'), alone],
  ['the cancel of the only named order gets a 401', 'R26', ofOrder('101', 401), alone],
  ['a pending order disappears before its cancel', 'not-tried', losing('101', 404, '101')],
  ['the cancel of a pending order gets no response', 'failed', responding(cancelOf('101'), silent)],
  ['the second cancel of a pending order gets no response', 'failed', responding(cancelOf('101', 2), silent)],
  ['the cancel of a pending order breaks', 'R03', responding(cancelOf('101'), oops)],
  [
    'no list can be read after the cancel of a pending order',
    'R07',
    () => respondingSince(cancelOf('101'), plain, object),
  ],
  [
    'no list is received after a pending order was not found',
    'failed',
    () => ({ ...losing('101', 404, '101')(), ...respondingSince(cancelOf('101'), plain, silent) }),
  ],
  ['two pending orders are named', '', {}, { pendingIds: [101n, 102n] }],
];

/** Servers that do not cancel as specified, and what can disturb the cancels of a check. */
export const brokenCancels: readonly BrokenServer[] = [...rounding, ...ofAbsent, ...ofShipped, ...ofPending];
