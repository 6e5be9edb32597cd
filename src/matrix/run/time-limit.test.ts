import { expect, test } from 'vitest';
import type { EndedRun, Outcome, Purpose } from '../model.ts';
import { createTimeLimit } from './time-limit.ts';

const ended = (
  ms: number,
  purpose: Purpose = 'baseline',
  outcome: Outcome = { kind: 'passed' },
): EndedRun => ({
  run: { id: 1, purpose, cell: { gaps: {}, faults: [] } },
  outcome,
  records: [],
  ms,
  cached: false,
});

test('is ten times the median of the passing baseline runs, 15 seconds at least', () => {
  const limit = createTimeLimit(undefined);
  expect(limit.current()).toBe(600_000);
  limit.learn(ended(100));
  expect(limit.current()).toBe(15_000);
  for (const ms of [5_000, 9_000]) limit.learn(ended(ms));
  limit.learn(ended(1, 'choice'));
  limit.learn(ended(1, 'baseline', { kind: 'failed', exit: 'exit code 1', tests: [] }));
  expect(limit.current()).toBe(50_000);
});

test('is the given time', () => {
  const limit = createTimeLimit(7);
  limit.learn(ended(10_000));
  expect(limit.current()).toBe(7);
});
