import { expect, test } from 'vitest';
import { listOf } from '../../orders/memory/order-segment.ts';
import { createFaults } from './create-faults.ts';
import type { Fault } from './fault.ts';

const none = listOf([], 0);

function start(initial: readonly Fault[]) {
  return createFaults({
    seed: '1',
    now: () => 1_000_000,
    orders: async () => none,
    initial,
    initialOrders: none,
  });
}

test('all faults can be taken away at once, and taking one away leaves the others', () => {
  const faults = start([{ kind: 'reset' }, { kind: 'close' }, { kind: 'latency', ms: 1 }]);
  expect([faults.any, faults.remove('fault-2'), faults.remove('fault-9')]).toEqual([true, true, false]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-1', 'fault-3']);
  faults.clear();
  expect([
    faults.any,
    faults.list(),
    faults.fire('before-commit', { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' }),
  ]).toEqual([false, [], []]);
});

test('adding tells what was added, and refuses two of one id in the same call', async () => {
  const faults = start([]);
  expect(await faults.add([{ kind: 'reset' }, { kind: 'close', durationMs: 5 }])).toEqual({
    kind: 'added',
    faults: [
      {
        id: 'fault-1',
        fault: { kind: 'reset' },
        addedAt: 1_000_000,
        endsAt: undefined,
        ended: false,
        matched: 0,
        fired: 0,
      },
      {
        id: 'fault-2',
        fault: { kind: 'close', durationMs: 5 },
        addedAt: 1_000_000,
        endsAt: 1_000_005,
        ended: false,
        matched: 0,
        fired: 0,
      },
    ],
  });
  expect(
    await faults.add([
      { id: 'a', kind: 'reset' },
      { id: 'a', kind: 'close' },
    ]),
  ).toEqual({
    kind: 'duplicate-id',
    id: 'a',
  });
  expect(faults.list()).toHaveLength(2);
});
