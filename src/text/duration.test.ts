import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../version.ts';
import { describeDurations, durationPattern, formatDuration, readDuration } from './duration.ts';

test.each([
  ['0s', 0],
  ['500ms', 500],
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['365d', 31_536_000_000],
])('reads %s', (text, ms) => {
  expect(readDuration(text)).toBe(ms);
});

test.each(['', '30', 's', '-1s', '1.5s', '01s', '1 s', '1S', '366d', '99999999999999999s'])(
  'refuses %j',
  (text) => {
    expect(readDuration(text)).toBeUndefined();
  },
);

test('openapi/control.yaml has the same pattern', () => {
  const text = readFileSync(new URL('openapi/control.yaml', packageRoot), 'utf8');
  expect(parse(text).components.schemas.Duration.pattern).toBe(durationPattern);
});

test.each([
  [0, 600_000, 'a duration like 500ms, 30s, 5m, 2h or 1d, at most 10m'],
  [1000, 3_600_000, 'a duration like 500ms, 30s, 5m, 2h or 1d, at least 1s and at most 1h'],
])('describes the durations from %i to %i', (shortest, longest, words) => {
  expect(describeDurations(shortest, longest)).toBe(words);
});

test('formats a duration that reads back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 31_536_000_000 }), (ms) => {
      expect(readDuration(formatDuration(ms))).toBe(ms);
    }),
  );
});
