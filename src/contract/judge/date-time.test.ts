import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDateTime, isPlainDateTime } from './date-time.ts';

const instant = fc.date({
  min: new Date('0000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59Z'),
  noInvalidDate: true,
});

test('accepts every instant in every offset', () => {
  fc.assert(
    fc.property(instant, fc.integer({ min: -23, max: 23 }), fc.nat(59), (date, hours, minutes) => {
      const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
      expect(isDateTime(date.toISOString())).toBe(true);
      expect(isDateTime(date.toISOString().replace('Z', offset))).toBe(true);
    }),
  );
});

test('refuses a date-time without any one character, except a digit of the fraction', () => {
  const text = '2026-01-20T10:00:00.5+01:00';
  for (let at = 0; at < text.length; at += 1) {
    expect(isDateTime(text.slice(0, at) + text.slice(at + 1)), text.slice(at)).toBe(false);
  }
});

test('refuses an offset without a colon, which Java writes by default', () => {
  expect(isDateTime('2025-03-05T11:45:38.885+0000')).toBe(false);
});

test('accepts a leap second only at 23:59 UTC', () => {
  expect(isDateTime('2016-12-31T23:59:60Z')).toBe(true);
  expect(isDateTime('2017-01-01T05:44:60+05:45')).toBe(true);
  expect(isDateTime('2016-12-31T18:59:60-05:00')).toBe(true);
  expect(isDateTime('2016-12-31T23:59:60-05:00')).toBe(false);
  expect(isDateTime('2016-12-31T23:59:61Z')).toBe(false);
});

test.each(['2026-01-20T10:00:00Z', '0000-12-28T23:59:59Z', '9999-01-01T00:00:00Z'])(
  'accepts %s as a plain date-time',
  (text) => {
    expect(isPlainDateTime(Buffer.from(`"${text}"`), 1)).toBe(true);
  },
);

test.each([
  '2026-00-20T10:00:00Z',
  '2026-13-20T10:00:00Z',
  '2026-01-00T10:00:00Z',
  '2026-02-29T10:00:00Z',
  '2026-01-20T24:00:00Z',
  '2026-01-20T10:60:00Z',
  '2026-01-20T23:59:60Z',
  '2026-01-20T10:00:00',
])('does not accept %s as a plain date-time', (text) => {
  expect(isPlainDateTime(Buffer.from(text), 0)).toBe(false);
});

test('does not accept a plain date-time with any other character', () => {
  const text = '2026-01-20T10:00:00Z';
  for (const other of 'x/:;-TtZz ') {
    for (let at = 0; at < text.length; at += 1) {
      const changed = Buffer.from(text.slice(0, at) + other + text.slice(at + 1));
      expect(isPlainDateTime(changed, 0), String(changed)).toBe(other === text[at]);
    }
  }
});
