import { expect, test } from 'vitest';
import { aResponse } from '../../test/contract/a-response.ts';
import { isUnavailable, retryAfterMs } from './unavailable.ts';

const now = Date.UTC(2026, 0, 20, 10);

test.each([
  ['0', 0],
  ['120', 120_000],
  ['Tue, 20 Jan 2026 10:00:30 GMT', 30_000],
  ['Tue, 20 Jan 2026 09:00:00 GMT', 0],
  ['soon', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['9999999999', undefined],
  ['2026-01-20T10:00:30Z', undefined],
])('reads Retry-After %s as %s ms', (text, ms) => {
  expect(retryAfterMs(aResponse('', { rawHeaders: [['retry-after', text]] }), now)).toBe(ms);
});

test('reads no Retry-After where there is none', () => {
  expect(retryAfterMs(aResponse(''), now)).toBeUndefined();
});

test('recognises the statuses of limits and gateways, and no other', () => {
  const all = Array.from({ length: 1000 }, (_, status) => status);
  expect(all.filter(isUnavailable)).toEqual([429, 502, 503, 504]);
});
