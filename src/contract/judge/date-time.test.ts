import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDateTime } from './date-time.ts';

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
