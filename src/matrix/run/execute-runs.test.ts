import { expect, test } from 'vitest';
import { timeLimitMs } from './execute-runs.ts';

test('a run counts as hung after ten times the time of the baseline, 15 seconds at least, ten minutes before it is known', () => {
  expect([undefined, 100, 5_000].map(timeLimitMs)).toEqual([600_000, 15_000, 50_000]);
});
