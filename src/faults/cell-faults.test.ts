import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { Faults } from './faults.ts';
import type { FaultSubject } from './live-fault.ts';

const list: FaultSubject = { operation: 'listOrders', orderId: undefined, keyId: () => 'key-1' };

const start = (initial: readonly Fault[], imposed: readonly Fault[]) =>
  new Faults({
    seed: '1',
    now: () => 0,
    copyList: () => [],
    initial,
    imposed,
  });

test('fires the faults of a cell first, and counts every match for them', () => {
  const faults = start(
    [{ id: 'own', kind: 'reset', times: 3 }],
    [{ id: 'matrix-third', kind: 'close', every: 3, times: 1 }],
  );
  const fired = Array.from({ length: 5 }, () => faults.fire('before-commit', list).map(({ id }) => id));
  expect(fired).toEqual([['own'], ['own'], ['matrix-third'], ['own'], []]);
});

test('keeps the faults of a cell when the others are listed, replaced or removed', () => {
  const faults = start([{ kind: 'reset' }], [{ kind: 'close' }]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-1']);
  expect(faults.remove('matrix-1')).toBe(false);
  faults.replace([{ kind: 'reset', operation: 'cancelOrder' }]);
  expect(faults.list().map(({ id }) => id)).toEqual(['fault-2']);
  faults.clear();
  expect([faults.any, faults.list()]).toEqual([true, []]);
  expect(faults.fire('before-commit', list).map(({ id }) => id)).toEqual(['matrix-1']);
});
