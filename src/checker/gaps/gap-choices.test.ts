import { expect, test } from 'vitest';
import { gaps } from '../../simulator/environment/gaps/gaps.ts';
import { gapChoices, isAllowed, type ObservableGap } from './gap-choices.ts';

const observable = Object.keys(gapChoices) as ObservableGap[];

test.each(observable)('knows %s as the table of gaps does', (key) => {
  const gap = gaps.find((row) => row.key === key);
  expect(gap).toBeDefined();
  const known: readonly string[] = gapChoices[key] ?? [];
  expect(Object.keys(gap?.choices ?? {})).toEqual(expect.arrayContaining([...known]));
});

test('takes an answer beyond a closed table for one that is not allowed', () => {
  expect(isAllowed('cancel-again', 'conflict')).toBe(true);
  expect(isAllowed('cancel-again', 'no-content')).toBe(false);
  expect(isAllowed('conflict-body', 'anything at all')).toBe(true);
});
