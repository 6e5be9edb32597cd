import { expect, test } from 'vitest';
import { MemoryOrderStore } from '../../orders/memory/memory-order-store.ts';
import { listOf } from '../../orders/memory/order-segment.ts';
import { createFaults } from './create-faults.ts';
import type { Effect } from './effect.ts';
import type { Fault } from './fault.ts';
import type { AskedAt } from './fault-form.ts';
import type { FaultSubject } from './faults.ts';

const cancel: FaultSubject = { operation: 'cancelOrder', orderId: 7n, keyId: () => 'key-1' };
const list: FaultSubject = { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' };
const store = new MemoryOrderStore();

function start(...initial: readonly Fault[]) {
  const orders = () => store.list();
  return createFaults({
    seed: '1',
    now: () => 1_000,
    orders,
    initial,
    initialOrders: listOf([], 0),
  });
}

const effects: readonly [Fault, AskedAt, Effect][] = [
  [{ kind: 'latency', ms: 20 }, 'before-commit', { kind: 'wait', ms: 20 }],
  [{ kind: 'latency', ms: 20, when: 'after-commit' }, 'after-commit', { kind: 'wait', ms: 20 }],
  [{ kind: 'bandwidth', bytesPerSecond: 2_000 }, 'answer', { kind: 'pace', bytes: 100, everyMs: 50 }],
  [{ kind: 'drip', bytes: 3, everyMs: 7 }, 'answer', { kind: 'pace', bytes: 3, everyMs: 7 }],
  [{ kind: 'reset' }, 'before-commit', { kind: 'reset' }],
  [{ kind: 'close', when: 'after-commit' }, 'after-commit', { kind: 'close' }],
  [{ kind: 'truncate' }, 'answer', { kind: 'truncate', bytes: undefined }],
  [{ kind: 'truncate', bytes: 0 }, 'answer', { kind: 'truncate', bytes: 0 }],
  [{ kind: 'garbage', in: 'body' }, 'answer', { kind: 'garble-body', seed: '1 fault fault-1 1' }],
  [
    { kind: 'status', status: 503 },
    'before-commit',
    { kind: 'answer', status: 503, body: 'error', retryAfter: undefined },
  ],
  [
    { kind: 'status', status: 502, body: 'html', retryAfter: 9, when: 'after-commit' },
    'after-commit',
    { kind: 'answer', status: 502, body: 'html', retryAfter: 9 },
  ],
  [
    { kind: 'rate-limit', requests: 0, perMs: 2_500 },
    'before-commit',
    { kind: 'answer', status: 429, body: 'error', retryAfter: 3 },
  ],
  [{ kind: 'unauthorized' }, 'before-commit', { kind: 'refuse-key' }],
];

test.each(effects)('%o, asked %s, does %o', (fault, moment, effect) => {
  expect(start(fault).fire(moment, cancel)).toEqual([{ id: 'fault-1', effect }]);
});

test('garbage in place of an answer is as long as it is told to be, 256 bytes where it is not', () => {
  const [usual, short] = start({ kind: 'garbage' }, { kind: 'garbage', bytes: 5 }).list();
  for (const [status, length] of [
    [usual, 256],
    [short, 5],
  ] as const) {
    const [fired] = start(status?.fault ?? { kind: 'reset' }).fire('before-commit', list);
    expect(fired?.effect).toMatchObject({ kind: 'garble-answer', bytes: { length } });
  }
});

test('garbage differs from one exchange to the next', () => {
  const faults = start({ kind: 'garbage' });
  const seen = [1, 2].map(() => faults.fire('before-commit', list)[0]?.effect);
  expect(seen[0]).not.toEqual(seen[1]);
});

test('what disturbs after a commit leaves alone what cancels nothing', () => {
  const faults = start(
    { kind: 'reset', when: 'after-commit' },
    { kind: 'reset', when: 'after-commit', operation: 'listOrders' },
  );
  expect(faults.fire('after-commit', cancel).map(({ id }) => id)).toEqual(['fault-1']);
  expect(start({ kind: 'reset', when: 'after-commit' }).fire('after-commit', list)).toEqual([]);
});

test('of the faults that change how an answer is written none keeps another from it', () => {
  const faults = start(
    { kind: 'garbage', in: 'body' },
    { kind: 'truncate' },
    { kind: 'garbage', in: 'body' },
  );
  expect(faults.fire('answer', list).map(({ id }) => id)).toEqual(['fault-1', 'fault-2', 'fault-3']);
});

test('refused too soon, a client is told how many seconds remain until the first request is out of the window', () => {
  let now = 10_000;
  const orders = () => store.list();
  const faults = createFaults({
    seed: '1',
    now: () => now,
    orders,
    initial: [{ kind: 'rate-limit', requests: 2, perMs: 5_000 }],
    initialOrders: listOf([], 0),
  });
  const retryAfter = (): number | undefined => {
    const [fired] = faults.fire('before-commit', list);
    return fired?.effect.kind === 'answer' ? fired.effect.retryAfter : undefined;
  };
  const seen = [0, 1_000, 500, 2_500, 999, 1].map((ms) => {
    now += ms;
    return retryAfter();
  });
  expect(seen).toEqual([undefined, undefined, 4, 1, 1, undefined]);
});
