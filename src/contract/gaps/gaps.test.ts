import { expect, test } from 'vitest';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { gapRows, observableGaps, observationOf } from './gaps.ts';

test.each(observableGaps)('%s has only choices of the table of gaps', (key) => {
  const gap = gaps.find((row) => row.key === key);
  expect(gap).toBeDefined();
  const known: readonly string[] = gapRows[key].choices ?? [];
  expect(Object.keys(gap?.choices ?? {})).toEqual(expect.arrayContaining([...known]));
});

test('does not allow a choice that is not in a closed table', () => {
  expect(observationOf('cancel-again', 'conflict', 1).allowed).toBe(true);
  expect(observationOf('cancel-again', 'no-content', 1).allowed).toBe(false);
  expect(observationOf('conflict-body', 'anything at all', 1).allowed).toBe(true);
});
