import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import type { FaultStatus } from './faults.ts';
import { remainingFault } from './remaining-fault.ts';

const after = (fault: Fault, rest: Partial<FaultStatus> = {}) =>
  remainingFault(
    { id: 'a', fault, addedAt: 1_000, endsAt: undefined, ended: false, matched: 0, fired: 0, ...rest },
    1_400,
  );

test('what a fault still has to do is itself, with its id, for the times and the time that are left', () => {
  const fault: Fault = { kind: 'status', status: 503, operation: 'listOrders', times: 5, durationMs: 1_000 };
  expect(after(fault, { fired: 2, endsAt: 2_000 })).toEqual([
    { ...fault, id: 'a', times: 3, durationMs: 600 },
  ]);
});

test('a fault without limits stays without', () => {
  const [fault] = after({ kind: 'reset' }, { fired: 9 });
  expect(fault).toStrictEqual({ kind: 'reset', id: 'a' });
});

test('nothing is left of a fault that has ended, nor of a stale list', () => {
  expect(after({ kind: 'reset', times: 1 }, { fired: 1, ended: true })).toEqual([]);
  expect(after({ kind: 'stale-list' })).toEqual([]);
});
