import { expect, test } from 'vitest';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { gapRows, isAllowed, observableGaps } from './gaps.ts';

test.each(observableGaps)('%s has only choices of the table of gaps', (key) => {
  const gap = gaps.find((row) => row.key === key);
  expect(gap).toBeDefined();
  const known: readonly string[] = gapRows[key].choices ?? [];
  expect(Object.keys(gap?.choices ?? {})).toEqual(expect.arrayContaining([...known]));
});

test('does not allow a choice that is not in a closed table', () => {
  expect(isAllowed('cancel-again', 'conflict')).toBe(true);
  expect(isAllowed('cancel-again', 'no-content')).toBe(false);
  expect(isAllowed('conflict-body', 'anything at all')).toBe(true);
});
