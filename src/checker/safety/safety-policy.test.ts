import { expect, test } from 'vitest';
import { aResponse } from '../../../test/checker/a-response.ts';
import type { OrderList } from '../judge/judgement.ts';
import { OrderIds } from '../judge/order-ids.ts';
import { cancelOrder, listOrders, noKey } from '../probes/requests.ts';
import type { Exchange, PlannedRequest } from '../wire/exchange.ts';
import { createListsSeen } from './lists-seen.ts';
import { createGate, type Grant } from './safety-policy.ts';

const everything: Grant = { level: 'cancel', pendingIds: [101n], shippedIds: [201n], refusal: undefined };

function exchange(request: PlannedRequest, status: number, text = ''): Exchange {
  const answer = aResponse(text, { status });
  return { number: 1, request, startedAt: 0, outcome: { kind: 'answered', answer } };
}

/** A gate that has seen a list of these ids, written in a way that shows none of their digits. */
function gateAfterList(grant: Grant, ids: readonly bigint[]) {
  const list: OrderList = { kind: 'read', orders: ids.length, ids: OrderIds.of(...ids), withoutId: 0 };
  const lists = createListsSeen(() => list);
  lists.learn(exchange(listOrders(), 200, '[…]'));
  return createGate(grant, lists);
}

const pass = (gate: ReturnType<typeof createGate>, request: PlannedRequest, status: number): string => {
  const permission = gate.permit(request);
  if (permission.kind === 'permitted') {
    gate.leaving(request);
    gate.returned(exchange(request, status));
  }
  return permission.kind;
};

test('lets no DELETE pass at level observe, even of an absent order', () => {
  const gate = gateAfterList({ ...everything, level: 'observe' }, []);
  expect(pass(gate, cancelOrder(5n), 404)).toBe('refused');
});

test('lets no DELETE pass before a list was read', () => {
  const gate = createGate(
    everything,
    createListsSeen(() => ({ kind: 'unreadable', why: '' })),
  );
  expect(pass(gate, cancelOrder(5n), 404)).toBe('refused');
  expect(pass(gate, cancelOrder(101n), 204)).toBe('refused');
});

test('takes a listed id for listed however the list writes it', () => {
  const gate = gateAfterList(everything, [1000n]);
  expect(pass(gate, cancelOrder(1000n), 404)).toBe('refused');
  expect(pass(gate, cancelOrder(1001n), 404)).toBe('permitted');
});

test.each([
  ['its other sign', -1000n],
  ['its low 32 bits', 2n ** 40n + 1000n],
  ['its nearest double', 9007199254740993n],
])('keeps away from an id that a careless target takes for a listed one by %s', (_how, id) => {
  const gate = gateAfterList(everything, [1000n, 9007199254740992n]);
  expect(pass(gate, cancelOrder(id), 404)).toBe('refused');
});

test('lets a named order be tried a second time after 204 or 409, and never a third', () => {
  for (const status of [204, 409]) {
    const gate = gateAfterList(everything, [101n, 201n]);
    expect([1, 2, 3].map(() => pass(gate, cancelOrder(101n), status))).toEqual([
      'permitted',
      'permitted',
      'refused',
    ]);
  }
});

test.each([404, 401, 500])('does not repeat a cancel of a named order after %s', (status) => {
  const gate = gateAfterList(everything, [101n]);
  expect(pass(gate, cancelOrder(101n), status)).toBe('permitted');
  expect(pass(gate, cancelOrder(101n), status)).toBe('refused');
});

test('does not repeat a cancel that is still under way or got no answer', () => {
  const gate = gateAfterList(everything, [101n]);
  gate.leaving(cancelOrder(101n));
  expect(gate.permit(cancelOrder(101n)).kind).toBe('refused');
});

test('does not repeat a cancel that failed, and takes in what it did not let pass', () => {
  const gate = gateAfterList(everything, [101n]);
  gate.leaving(cancelOrder(101n));
  const outcome = { kind: 'failed', reason: 'timeout', message: '' } as const;
  gate.returned({ ...exchange(cancelOrder(101n), 0), outcome });
  gate.returned(exchange(cancelOrder(77n), 204));
  gate.returned(exchange(listOrders(), 200));
  expect(gate.permit(cancelOrder(101n)).kind).toBe('refused');
});

test('lets the list be asked for at any level and with any key', () => {
  for (const level of ['observe', 'probe', 'cancel'] as const)
    for (const request of [listOrders(), listOrders(noKey), listOrders(noKey, 'limit=1')])
      expect(gateAfterList({ ...everything, level }, []).permit(request)).toEqual({ kind: 'permitted' });
});

test('tries a shipped order that no list shows, and no pending one', () => {
  const gate = gateAfterList(everything, [77n]);
  expect(gate.permit(cancelOrder(201n))).toEqual({ kind: 'permitted' });
  expect(gate.permit(cancelOrder(101n)).kind).toBe('refused');
});

test('tries a named order with the valid key alone', () => {
  expect(pass(gateAfterList(everything, [101n]), cancelOrder(101n, noKey), 401)).toBe('refused');
});

test.each([
  '/store/orders',
  '/store/orders/',
  '/store/orders/0101',
  '/store/orders/1e3',
  '/store/orders/1/../2',
])('refuses a DELETE of %s, which does not name exactly one order', (path) => {
  expect(pass(gateAfterList(everything, []), { ...cancelOrder(1n), path }, 404)).toBe('refused');
});

const noOrder = 'the path does not name exactly one order';
const { path: second } = cancelOrder(2n);

test.each([
  [
    'a GET of one order',
    everything,
    { ...listOrders(), path: second },
    'only the list of orders may be read',
  ],
  [
    'a DELETE at level observe',
    { ...everything, level: 'observe' },
    cancelOrder(2n),
    'level observe sends no DELETE; --level probe or cancel does',
  ],
  [
    'a named order at level probe',
    { ...everything, level: 'probe' },
    cancelOrder(101n),
    'order 101 may be cancelled at level cancel alone',
  ],
  [
    'a named order without permission',
    { ...everything, refusal: 'it needs a permission' },
    cancelOrder(101n),
    'it needs a permission',
  ],
  [
    'a named order without the key',
    everything,
    cancelOrder(101n, noKey),
    'order 101 is not tried without the valid key',
  ],
  ['a named order that is not listed', everything, cancelOrder(101n), 'order 101 is not in the list'],
  ['a DELETE with a query', everything, { ...cancelOrder(2n), query: 'id=101' }, noOrder],
  ['an id beyond int64', everything, cancelOrder(2n ** 63n), noOrder],
  ['an id below int64', everything, cancelOrder(-(2n ** 63n) - 1n), noOrder],
  ['a minus without a digit', everything, { ...cancelOrder(2n), path: '/store/orders/-' }, noOrder],
  ['a negative zero', everything, { ...cancelOrder(2n), path: '/store/orders/-0' }, noOrder],
  ['more before the path', everything, { ...cancelOrder(2n), path: `/x${second}` }, noOrder],
  ['more after the path', everything, { ...cancelOrder(2n), path: `${second}x` }, noOrder],
  ['a letter in the id', everything, { ...cancelOrder(2n), path: '/store/orders/2a' }, noOrder],
] as const)('refuses %s, and says why', (_what, grant, request, reason) => {
  expect(gateAfterList(grant, []).permit(request)).toEqual({ kind: 'refused', reason });
});

test.each([0n, 7n, -7n, 10n, 123456789n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'lets the cancel of the absent order %s pass once',
  (id) => {
    const gate = gateAfterList({ ...everything, level: 'probe' }, []);
    expect(pass(gate, cancelOrder(id), 404)).toBe('permitted');
    expect(gate.permit(cancelOrder(id))).toEqual({
      kind: 'refused',
      reason: `order ${id} was tried before; an absent id is used once`,
    });
  },
);

test('says that a named order was tried already, and why an id is not proved absent', () => {
  const gate = gateAfterList(everything, [101n, 77n]);
  pass(gate, cancelOrder(101n), 404);
  expect(gate.permit(cancelOrder(101n))).toEqual({
    kind: 'refused',
    reason: 'order 101 has been tried already',
  });
  expect(gate.permit(cancelOrder(77n))).toEqual({
    kind: 'refused',
    reason: 'order 77 is not proved absent: a list showed this id or one like it',
  });
});

test('says that it cannot know a named order without a list', () => {
  const lists = createListsSeen(() => ({ kind: 'unreadable', why: 'it is not JSON' }));
  lists.learn(exchange(listOrders(), 200, 'x'));
  expect(createGate(everything, lists).permit(cancelOrder(101n))).toEqual({
    kind: 'refused',
    reason: 'the list cannot be read: it is not JSON',
  });
});

test.each(['pendingIds', 'shippedIds'] as const)(
  'does not try one of %s that a list shows rounded, and says so',
  (named) => {
    const id = 9007199254740993n;
    const gate = gateAfterList({ ...everything, [named]: [id] }, [9007199254740992n]);
    expect(gate.permit(cancelOrder(id))).toEqual({
      kind: 'refused',
      reason: `order ${id} is not in the list, but 9007199254740992 is: does the list lose digits of ids?`,
    });
  },
);
