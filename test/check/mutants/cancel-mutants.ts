import { type TinyOrder, type Twist, tinyOrder } from './honest-server.ts';
import { type Mutant, responses, rewire } from './mutant.ts';

const cancelled = responses(204);

/** A server that decides differently about its orders. */
function deciding(
  rule: Mutant['rule'],
  name: string,
  decide: (order: TinyOrder, times: number) => number | undefined,
): Mutant {
  const cancel: Twist['cancel'] = (order, { times }) =>
    order === undefined ? undefined : decide(order, times);
  return { name, rule, level: 'cancel', twist: { cancel } };
}

function unknown(rule: Mutant['rule'], status: number): Mutant {
  const cancel: Twist['cancel'] = (order) => (order === undefined ? status : undefined);
  return { name: `a cancel of an absent order gets a ${status}`, rule, level: 'probe', twist: { cancel } };
}

/** A server that does not accept some ids of orders that do not exist. */
function refusing(what: string, refuses: (id: string) => boolean): Mutant {
  return {
    name: `a cancel of an absent order does not accept ${what}`,
    rule: 'R03',
    level: 'probe',
    twist: {
      cancel: (order, { orderId = '' }) => (order === undefined && refuses(orderId) ? 400 : undefined),
    },
  };
}

function pending(rule: Mutant['rule'], status: number): Mutant {
  return deciding(rule, `a cancel of a pending order gets a ${status}`, ({ state }) =>
    state === 'pending' ? status : undefined,
  );
}

function pendingAgain(rule: Mutant['rule'], status: number): Mutant {
  return deciding(rule, `a second cancel of a pending order gets a ${status}`, ({ state }) =>
    state === 'cancelled' ? status : undefined,
  );
}

function shipped(rule: Mutant['rule'], status: number): Mutant {
  return deciding(rule, `a cancel of a shipped order gets a ${status}`, ({ state }) =>
    state === 'shipped' ? status : undefined,
  );
}

function shippedAgain(rule: Mutant['rule'], status: number): Mutant {
  return deciding(rule, `a second cancel of a shipped order gets a ${status}`, ({ state }, times) =>
    state === 'shipped' && times > 1 ? status : undefined,
  );
}

function noContent(
  rule: Mutant['rule'],
  name: string,
  headers: readonly (readonly [string, string])[],
  body?: string,
): Mutant {
  return { name, rule, level: 'cancel', twist: rewire(cancelled, () => ({ headers, body })) };
}

function hiding(name: string, shows: (order: TinyOrder, index: number) => boolean): Mutant {
  return { name, rule: 'R32', level: 'cancel', twist: { list: (orders) => orders.filter(shows) } };
}

const largeId = '9007199254740993';

/** An id as a reader with doubles returns it. */
function rounded(id: string): string {
  return String(BigInt(Number(id)));
}

/** Servers that lose digits of an id of more than 53 bits. */
const roundingMutants: readonly Mutant[] = [
  {
    name: 'a cancel rounds the id to a double',
    rule: 'R26',
    level: 'cancel',
    twist: { cancel: (order) => (order?.id === largeId ? 404 : undefined) },
    named: { pendingIds: [BigInt(largeId)], shippedIds: [201n] },
  },
  {
    name: 'the list rounds the id of a named order to a double',
    rule: 'R09',
    level: 'cancel',
    twist: {
      list: (orders) =>
        orders.map((order) => ({ ...order, text: order.text.replace(order.id, rounded(order.id)) })),
    },
    named: { pendingIds: [BigInt(largeId)], shippedIds: [201n] },
  },
  {
    name: 'the list keeps 32 bits of the id of a named order',
    rule: 'R09',
    level: 'cancel',
    twist: {
      orders: () => [tinyOrder('4294967397', 'shipped'), tinyOrder('102', 'pending')],
      list: (orders) => orders.map((order) => ({ ...order, text: order.text.replace('4294967397', '101') })),
    },
    named: { pendingIds: [102n], shippedIds: [4294967397n] },
  },
  {
    name: 'a cancel keeps 32 bits of the id of a shipped order',
    rule: 'R30',
    level: 'cancel',
    twist: {
      orders: () => [tinyOrder('4294967397', 'shipped'), tinyOrder('102', 'pending')],
      cancel: (order) => (order?.id === '4294967397' ? 404 : undefined),
    },
    named: { pendingIds: [102n], shippedIds: [4294967397n] },
  },
  {
    name: 'a cancel rounds the id to that of another order',
    rule: 'R33',
    level: 'cancel',
    twist: {
      orders: () => [tinyOrder(largeId, 'pending'), tinyOrder(rounded(largeId), 'pending')],
      list: (orders) =>
        orders.filter(({ id }) => id === largeId || orders.every(({ state }) => state === 'pending')),
    },
    named: { pendingIds: [BigInt(largeId)], shippedIds: [] },
  },
  {
    name: 'a cancel rounds the id to that of another named order',
    rule: 'R26',
    level: 'cancel',
    twist: {
      orders: () => [tinyOrder(largeId, 'pending'), tinyOrder(rounded(largeId), 'pending')],
      cancel: (order) => (order?.id === rounded(largeId) ? 409 : undefined),
    },
    named: { pendingIds: [BigInt(largeId), BigInt(rounded(largeId))], shippedIds: [] },
  },
  {
    name: 'the list rounds two ids to one',
    rule: 'R11',
    level: 'observe',
    twist: {
      orders: () => [tinyOrder(largeId, 'pending'), tinyOrder(rounded(largeId), 'pending')],
      list: (orders) =>
        orders.map((order) => ({ ...order, text: order.text.replace(order.id, rounded(order.id)) })),
    },
  },
];

/** Servers that do not cancel as specified. */
export const cancelMutants: readonly Mutant[] = [
  ...roundingMutants.map((mutant) => ({ ...mutant }) as const),
  unknown('R25', 204),
  unknown('R25', 409),
  unknown('R25', 401),
  unknown('R03', 400),
  unknown('R03', 410),
  unknown('R03', 500),
  unknown('R03', 501),
  refusing('negative ids', (id) => id.startsWith('-')),
  refusing('ids of 19 digits', (id) => /^-?\d{19}$/.test(id)),
  refusing('positive ids of 19 digits', (id) => /^\d{19}$/.test(id)),
  refusing('ids of more than 53 bits', (id) => !Number.isSafeInteger(Number(id))),
  refusing('ids of 32 bits', (id) => /^-?\d{1,10}$/.test(id)),
  refusing('negative ids of 32 bits', (id) => /^-\d{1,10}$/.test(id)),
  refusing('positive ids of 32 bits', (id) => /^\d{1,10}$/.test(id)),
  {
    ...deciding('R26', 'a cancel of one of two pending orders gets a 404', ({ id }) =>
      id === '102' ? 404 : undefined,
    ),
    named: { pendingIds: [101n, 102n], shippedIds: [201n] },
  },
  pending('R26', 401),
  pending('R03', 202),
  pending('R03', 200),
  pending('R03', 507),
  pendingAgain('R29', 204),
  pendingAgain('R29', 401),
  pendingAgain('R03', 410),
  pendingAgain('R03', 200),
  noContent('R27', 'a 204 has a body', [['Content-Length', '2']], '{}'),
  noContent('R27', 'a 204 has a body without a header about it', [], '{"ok":true}'),
  noContent('R27', 'a 204 is chunked', [['Transfer-Encoding', 'chunked']], '0\r\n\r\n'),
  noContent('R27', 'a 204 has Content-Length: 0', [['Content-Length', '0']]),
  noContent('R28', 'a 204 has a type', [['Content-Type', 'application/json']]),
  shipped('R30', 204),
  shipped('R30', 404),
  shipped('R30', 401),
  shipped('R03', 403),
  shipped('R03', 422),
  shippedAgain('R31', 204),
  shippedAgain('R31', 404),
  shippedAgain('R31', 401),
  {
    name: 'a refused cancel takes a shipped order from the list',
    rule: 'R31',
    level: 'cancel',
    twist: {
      cancel: (order) => {
        if (order?.state !== 'shipped') return undefined;
        refused.add(order);
        return 409;
      },
      list: (orders) => orders.filter((order) => !refused.has(order)),
    },
  },
  hiding('the list leaves out what has shipped', ({ state }) => state !== 'shipped'),
  hiding('the list has only the first order', (_order, index) => index < 1),
];

/** Each server has new orders, so that servers do not share state here. */
const refused = new WeakSet<TinyOrder>();
