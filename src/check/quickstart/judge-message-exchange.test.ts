import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIsoTimestamp } from './judge-message-exchange.ts';

test.each([
  '2026-01-20T10:00:00Z',
  '2026-01-20T10:00:00.123456Z',
  '2026-01-20T10:00:00,5Z',
  '2026-01-20T10:00:00+01:00',
  '2026-01-20T10:00:00+0100',
  '2026-01-20T10:00:00-01',
  '2026-01-20T10:00Z',
  '2026-01-20T10:00:00',
  '20260120T100000Z',
  '20260120T1000+01',
  '2028-02-29T23:59:60Z',
])('%s is a timestamp', (text) => {
  expect(isIsoTimestamp(text)).toBe(true);
});

test.each([
  '',
  '2026-01-20',
  '2026-01-20 10:00:00Z',
  '2026-13-20T10:00:00Z',
  '2026-02-29T10:00:00Z',
  '2026-01-20T24:01:00Z',
  '2026-01-20T10:61:00Z',
  '20260120T10:00:00Z',
  '2026-01-20T100000Z',
  'Tue, 20 Jan 2026 10:00:00 GMT',
  '1768903200',
  ' 2026-01-20T10:00:00Z',
])('%j is no timestamp', (text) => {
  expect(isIsoTimestamp(text)).toBe(false);
});

test('every time that JavaScript writes is a timestamp, also in the basic format', () => {
  const [min, max] = [new Date('0000-01-01'), new Date('9999-12-31')];
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
      const text = date.toISOString();
      expect(isIsoTimestamp(text)).toBe(true);
      expect(isIsoTimestamp(text.replace(/[-:]/g, ''))).toBe(true);
    }),
  );
});
