import { expect, test } from 'vitest';
import type { Exchange, PlannedRequest } from '../exchange/exchange.ts';
import type { OrderList } from '../judge/judgement.ts';
import { OrderIds } from '../judge/order-ids.ts';
import { cancelOrder, listOrders, noKey } from '../probes/requests.ts';
import { createGate, type Grant } from './gate.ts';
import { createListsSeen } from './lists-seen.ts';

const everything: Grant = { level: 'cancel', pendingIds: [101n], shippedIds: [201n], refusal: undefined };

function exchange(request: PlannedRequest, status: number, text = ''): Exchange {
  const content = Buffer.from(text);
  const answer = {
    statusLine: '',
    status,
    rawHeaders: [],
    content,
    body: content,
    faults: [],
    durationMs: 0,
  };
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

test('says why it refuses', () => {
  const gate = gateAfterList({ ...everything, refusal: 'it needs a permission' }, [101n]);
  expect(gate.permit(cancelOrder(101n))).toEqual({ kind: 'refused', reason: 'it needs a permission' });
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
