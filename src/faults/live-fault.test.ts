import { expect, test } from 'vitest';
import type { Fault } from './fault.ts';
import { type FaultStatus, remainingFault } from './live-fault.ts';

const after = (fault: Fault, rest: Partial<FaultStatus> = {}) =>
  remainingFault(
    { id: 'a', fault, addedAt: 1_000, endsAt: undefined, ended: false, matched: 0, fired: 0, ...rest },
    1_400,
  );

test('the rest of a fault is the fault with its id, the remaining times and the remaining duration', () => {
  const fault: Fault = { kind: 'status', status: 503, operation: 'listOrders', times: 5, duration: 1_000 };
  expect(after(fault, { fired: 2, endsAt: 2_000 })).toEqual([{ ...fault, id: 'a', times: 3, duration: 600 }]);
});

test('the rest of a fault without limits has no limits', () => {
  const [fault] = after({ kind: 'reset' }, { fired: 9 });
  expect(fault).toStrictEqual({ kind: 'reset', id: 'a' });
});

test('an ended fault and a stale list have no rest', () => {
  expect(after({ kind: 'reset', times: 1 }, { fired: 1, ended: true })).toEqual([]);
  expect(after({ kind: 'stale-list' })).toEqual([]);
});
