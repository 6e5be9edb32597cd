import { expect, test } from 'vitest';
import { kindOf } from '../../faults/fault.ts';
import type { FiringMoment } from '../../faults/fault-kind.ts';
import { Faults } from '../../faults/faults.ts';
import { type FaultPoint, type FaultPointName, faultId, faultPoints, faultsOf } from './fault-points.ts';

/** Sends cancels and returns the points that fire, by the number of the exchange. */
function fireThrough(points: readonly FaultPoint[], exchanges: number): readonly (readonly string[])[] {
  const faults = new Faults({
    seed: '1',
    now: () => 0,
    copyList: () => [],
    initial: faultsOf(points),
  });
  return Array.from({ length: exchanges }, () => {
    const subject = { operation: 'cancelOrder' as const, orderId: 1n, keyId: () => undefined };
    const fired: string[] = [];
    for (const moment of [
      'before-commit',
      'after-commit',
      'response',
    ] as const satisfies readonly FiringMoment[]) {
      const here = faults.fire(moment, subject);
      fired.push(...here.map(({ id }) => id));
      if (here.length > 0 && moment === 'before-commit') break;
    }
    return fired;
  });
}

const point = (nth: number, kind: FaultPointName): FaultPoint => ({ operation: 'cancelOrder', nth, kind });

test('each fires once, at its exchange', () => {
  for (const kind of Object.keys(faultPoints) as readonly FaultPointName[]) {
    const two = point(2, kind);
    expect(fireThrough([two], 5), kind).toEqual([[], [faultId(two)], [], [], []]);
  }
});

test('a point counts the exchanges that another point of the cell disturbed', () => {
  const [first, second] = [point(1, 'unavailable'), point(2, 'reset-before-commit')];
  const fired = [[faultId(first)], [faultId(second)], []];
  expect(fireThrough([first, second], 3)).toEqual(fired);
  expect(fireThrough([second, first], 3)).toEqual(fired);
});

test('each is a valid fault that fires when its row says', () => {
  for (const row of Object.values(faultPoints)) {
    const moment = kindOf(row.fault).firesAt(row.fault);
    const expected = { exchanges: 'before-commit', commits: 'after-commit', bodies: 'response' }[
      row.counts ?? 'exchanges'
    ];
    expect(moment).toBe(expected);
  }
});
