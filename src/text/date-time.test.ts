import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatDateTime, readDateTime } from './date-time.ts';

const twoDigits = (n: number) => String(n).padStart(2, '0');
const part = (max: number) => fc.integer({ min: 0, max }).map(twoDigits);
const dateTimeTexts = fc
  .tuple(
    fc.integer({ min: 0, max: 9999 }).map((year) => String(year).padStart(4, '0')),
    part(13),
    part(32),
    part(24),
    part(60),
    part(59),
    fc.constantFrom('', '.5', '.123', '.120'),
    fc.constantFrom('Z', '+00:00', '+05:45', '-23:59', '+14:00', '+0000', '-0330'),
  )
  .map(([y, mo, d, h, mi, s, f, z]) => `${y}-${mo}-${d}T${h}:${mi}:${s}${f}${z}`);

test('reads a date-time to the same instant as the platform', () => {
  fc.assert(
    fc.property(dateTimeTexts, (text) => {
      const reading = readDateTime(text);
      const exists = !/T24|:60[.Z+-]|-(?:02-(?:29|3)|0[469]-31|11-31)/.test(text);
      if (!exists) return;
      const platform = Date.parse(text);
      expect(reading.kind === 'date-time' ? reading.ms : Number.NaN).toBe(platform);
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  '2024-02-29T00:00:00Z',
  '2016-12-31T23:59:60Z',
  '2026-01-20t10:00:00z',
  '2026-01-20T10:00:00.123456789-00:00',
])('reads %s', (text) => {
  expect(readDateTime(text)).toMatchObject({ kind: 'date-time' });
});

test.each([
  '2023-02-29T00:00:00Z',
  '2026-04-31T00:00:00Z',
  '2026-01-20T24:00:00Z',
  '2016-12-30T23:59:60Z',
  '2026-01-20T10:00:00',
  '2026-01-20T10:00:00.Z',
  '2026-01-20T10:00:00+24:00',
  '2026-01-20T10:00:00+01',
  '+02026-01-20T10:00:00Z',
  '2026-01-20T10:00:00Z\n',
])('refuses %j', (text) => {
  expect(readDateTime(text)).toMatchObject({ kind: 'malformed' });
});

test('formats an instant that reads back as the same', () => {
  fc.assert(
    fc.property(fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 }), (ms) => {
      expect(readDateTime(formatDateTime(ms))).toEqual({
        kind: 'date-time',
        ms,
        offsetMinutes: 0,
        isRfc3339: true,
      });
    }),
  );
});
