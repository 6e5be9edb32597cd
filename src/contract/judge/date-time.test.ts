import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateTimeForm, isDateTime } from './date-time.ts';

// src/text/date-time.test.ts has the days that exist.

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
  for (let at = 0; at < text.length; at += 1)
    expect(isDateTime(text.slice(0, at) + text.slice(at + 1)), text.slice(at)).toBe(false);
});

test.each([
  '2026-01-20 10:00:00Z',
  '2026-01-20T10:00:00+00',
  '20260120T100000Z',
  '2026-W04-2T10:00:00Z',
  '2026-01-20T10:00Z',
  '2026-01-20T10:00:00,5Z',
  '2026-02-29T10:00:00Z',
  '2026-01-20T24:00:00Z',
  '2026-01-20T10:60:00Z',
  '2026-01-20T10:00:00+24:00',
])('refuses %s', (text) => {
  expect(isDateTime(text)).toBe(false);
});

test.each([
  ['23:59:60Z', true],
  ['18:59:60-05:00', true],
  ['23:59:61Z', false],
  ['22:59:60Z', false],
])('whether there may be a leap second at %s: %s', (time, is) => {
  expect(isDateTime(`2026-12-30T${time}`)).toBe(is);
});

test.each([
  ['utc-seconds', '2026-01-20T10:11:12Z'],
  ['millis', '2026-01-20T10:11:12.131Z'],
  ['offset', '2026-01-20T10:11:12-01:15'],
  ['basic-offset', '2026-01-20T10:11:12.131-0115'],
  ['another form', '2026-01-20T10:00:00.1Z'],
  ['another form', 'x2026-01-20T10:11:12Z'],
  ['another form', '2026-01-20T10:11:12Zx'],
])('returns the form %s for %s', (form, text) => {
  expect(dateTimeForm(text)).toBe(form);
});
