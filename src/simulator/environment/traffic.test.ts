import { expect, test } from 'vitest';
import type { OperationName } from '../../operation.ts';
import { latencyBounds, Traffic } from './traffic.ts';

test('answers are counted by operation and status, and each in one bucket', () => {
  const traffic = new Traffic();
  const fault = { id: 'a', effect: { kind: 'reset' }, did: '' } as const;
  const count = (operation: OperationName, status: number, seconds: number, fired = 0): void =>
    traffic.count({ operation, status, faults: Array.from({ length: fired }, () => fault) }, seconds);
  count('listOrders', 200, 0.0005);
  count('listOrders', 200, 0.0006, 2);
  count('listOrders', 401, 11);
  count('cancelOrder', 204, 0);
  const [list, cancel] = traffic.all();
  expect(Object.fromEntries(list?.byStatus ?? [])).toEqual({ 200: 2, 401: 1 });
  expect(list?.buckets.slice(0, 3)).toEqual([1, 1, 0]);
  expect(list?.buckets.at(-1)).toBe(1);
  expect(list?.buckets).toHaveLength(latencyBounds.length + 1);
  expect(cancel?.buckets[0]).toBe(1);
  expect(traffic.faultsFired).toBe(2);
});
