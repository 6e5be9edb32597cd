import { expect, test } from 'vitest';
import { everything, exchange, pass, policyAfterList } from '../../../test/check/a-policy.ts';
import { noKey } from '../../contract/api-key.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { createListsSeen } from './lists-seen.ts';
import { createSafetyPolicy } from './safety-policy.ts';

test('refuses every DELETE at level observe, even of an absent order', () => {
  const policy = policyAfterList({ ...everything, level: 'observe' }, []);
  expect(pass(policy, cancelOrder(5n), 404)).toBe('refused');
});

test('refuses every DELETE before a list was read', () => {
  const policy = createSafetyPolicy(
    everything,
    createListsSeen(() => ({ kind: 'unreadable', why: '' })),
  );
  expect(pass(policy, cancelOrder(5n), 404)).toBe('refused');
  expect(pass(policy, cancelOrder(101n), 204)).toBe('refused');
});

test('recognises a listed id in any notation', () => {
  const policy = policyAfterList(everything, [1000n]);
  expect(pass(policy, cancelOrder(1000n), 404)).toBe('refused');
  expect(pass(policy, cancelOrder(1001n), 404)).toBe('permitted');
});

test.each([
  ['its other sign', -1000n],
  ['its low 32 bits', 2n ** 40n + 1000n],
  ['its nearest double', 9007199254740993n],
])('refuses an id that a careless target may confuse with a listed one by %s', (_how, id) => {
  const policy = policyAfterList(everything, [1000n, 9007199254740992n]);
  expect(pass(policy, cancelOrder(id), 404)).toBe('refused');
});

test('a cancel that got a 429 was not handled, and counts as not sent', () => {
  const policy = policyAfterList(everything, [101n, 201n]);
  const passes = (id: bigint, ...statuses: number[]) =>
    statuses.map((status) => pass(policy, cancelOrder(id), status));
  expect(passes(5n, 429, 429, 404, 404)).toEqual(['permitted', 'permitted', 'permitted', 'refused']);
  expect(passes(101n, 429, 204, 429, 409, 429, 409, 409)).toEqual([...Array(6).fill('permitted'), 'refused']);
  expect(passes(201n, 503, 409)).toEqual(['permitted', 'refused']);
});

test.each([
  ['a third one of a cancelled order', [204, 409], 'permitted'],
  ['a third one of a cancelled order that is not found', [204, 404], 'permitted'],
  ['no third one after two that succeeded', [204, 204], 'refused'],
  ['no third one of an order that was never cancelled', [409, 409], 'refused'],
  ['no fourth one', [204, 409, 409], 'refused'],
])('permits of the cancels of a named order %s', (_what, statuses, expected) => {
  const policy = policyAfterList(everything, [101n]);
  for (const status of statuses) expect(pass(policy, cancelOrder(101n), status)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n), 409)).toBe(expected);
});

test('permits a second cancel of a named order after 204 or 409', () => {
  for (const status of [204, 409]) {
    const policy = policyAfterList(everything, [101n, 201n]);
    expect([1, 2, 3].map(() => pass(policy, cancelOrder(101n), status))).toEqual([
      'permitted',
      'permitted',
      'refused',
    ]);
  }
});

test.each([404, 401, 500])('does not repeat a cancel of a named order after %s', (status) => {
  const policy = policyAfterList(everything, [101n]);
  expect(pass(policy, cancelOrder(101n), status)).toBe('permitted');
  expect(pass(policy, cancelOrder(101n), status)).toBe('refused');
});

test('does not repeat a cancel that is in progress or got no response', () => {
  const policy = policyAfterList(everything, [101n]);
  policy.onSend(cancelOrder(101n));
  expect(policy.permit(cancelOrder(101n)).kind).toBe('refused');
});

test('does not repeat a cancel that failed, and accepts exchanges that it did not permit', () => {
  const policy = policyAfterList(everything, [101n]);
  policy.onSend(cancelOrder(101n));
  const outcome = { kind: 'failed', reason: 'timeout', message: '' } as const;
  policy.onExchange({ ...exchange(cancelOrder(101n), 0), outcome });
  policy.onExchange(exchange(cancelOrder(77n), 204));
  policy.onExchange(exchange(listOrders(), 200));
  expect(policy.permit(cancelOrder(101n)).kind).toBe('refused');
});

test('permits the list at any level and with any key', () => {
  for (const level of ['observe', 'probe', 'cancel'] as const)
    for (const request of [listOrders(), listOrders(noKey), listOrders(noKey, 'limit=1')])
      expect(policyAfterList({ ...everything, level }, []).permit(request)).toEqual({ kind: 'permitted' });
});

test('permits a shipped order that no list contains, and no such pending order', () => {
  const policy = policyAfterList(everything, [77n]);
  expect(policy.permit(cancelOrder(201n))).toEqual({ kind: 'permitted' });
  expect(policy.permit(cancelOrder(101n)).kind).toBe('refused');
});

test.each([
  '/store/orders',
  '/store/orders/',
  '/store/orders/0101',
  '/store/orders/1e3',
  '/store/orders/1/../2',
])('refuses a DELETE of %s, which does not name exactly one order', (path) => {
  expect(pass(policyAfterList(everything, []), { ...cancelOrder(1n), path }, 404)).toBe('refused');
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
    'level observe sends no DELETE; levels probe and cancel do',
  ],
  [
    'a named order at level probe',
    { ...everything, level: 'probe' },
    cancelOrder(101n),
    'order 101 may be cancelled only at level cancel',
  ],
  [
    'a named order that is blocked',
    { ...everything, cancelBlocked: 'a permission is missing' },
    cancelOrder(101n),
    'a permission is missing',
  ],
  [
    'an order for races without the key',
    { ...everything, level: 'race' },
    cancelOrder(301n, noKey),
    'order 301 is tried only with the valid key',
  ],
  [
    'a named order without the key that is not listed',
    everything,
    cancelOrder(101n, noKey),
    'order 101 is not in the list',
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
] as const)('refuses %s with a reason', (_what, options, request, reason) => {
  expect(policyAfterList(options, []).permit(request)).toEqual({ kind: 'refused', reason });
});

test.each([0n, 7n, -7n, 10n, 123456789n, 2n ** 63n - 1n, -(2n ** 63n)])(
  'permits the cancel of the absent order %s once',
  (id) => {
    const policy = policyAfterList({ ...everything, level: 'probe' }, []);
    expect(pass(policy, cancelOrder(id), 404)).toBe('permitted');
    expect(policy.permit(cancelOrder(id))).toEqual({
      kind: 'refused',
      reason: `order ${id} was tried before; an absent id is used once`,
    });
  },
);

test('reports that a named order was tried before, and why an id may exist', () => {
  const policy = policyAfterList(everything, [101n, 77n]);
  pass(policy, cancelOrder(101n), 404);
  expect(policy.permit(cancelOrder(101n))).toEqual({
    kind: 'refused',
    reason: 'order 101 was tried before',
  });
  expect(policy.permit(cancelOrder(77n))).toEqual({
    kind: 'refused',
    reason: 'order 77 may exist: a list contained this id',
  });
});

test('reports that it cannot know a named order without a list', () => {
  const lists = createListsSeen(() => ({ kind: 'unreadable', why: 'it is not JSON' }));
  lists.learn(exchange(listOrders(), 200, 'x'));
  expect(createSafetyPolicy(everything, lists).permit(cancelOrder(101n))).toEqual({
    kind: 'refused',
    reason: 'the list cannot be read: it is not JSON',
  });
});

test.each(['pendingIds', 'shippedIds'] as const)(
  'refuses one of %s that a list contains rounded, and reports it',
  (named) => {
    const id = 9007199254740993n;
    const policy = policyAfterList({ ...everything, [named]: [id] }, [9007199254740992n]);
    expect(policy.permit(cancelOrder(id))).toEqual({
      kind: 'refused',
      reason: `order ${id} is not in the list, but 9007199254740992 is: does the list lose digits of ids?`,
    });
  },
);
