import { expect, test } from 'vitest';
import { dateTimeForm, isDateTime } from './date-time.ts';

test.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2000-02-29', true],
  ['1900-02-29', false],
  ['2100-02-29', false],
  ['2400-02-29', true],
  ['2026-02-28', true],
  ['2026-01-00', false],
  ['2026-00-10', false],
  ['2026-13-10', false],
  ...[31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].flatMap((days, index) => {
    const month = `2026-${String(index + 1).padStart(2, '0')}`;
    return [
      [`${month}-01`, true],
      [`${month}-${days}`, true],
      [`${month}-${days + 1}`, false],
    ] as const;
  }),
] as const)('whether the day %s exists: %s', (day, is) => {
  expect(isDateTime(`${day}T10:00:00Z`)).toBe(is);
});

test.each([
  ['23:59:59Z', true],
  ['24:00:00Z', false],
  ['23:60:00Z', false],
  ['23:59:60Z', true],
  ['23:59:61Z', false],
  ['22:59:60Z', false],
  ['23:58:60Z', false],
  ['10:00:00+23:59', true],
  ['10:00:00-23:59', true],
  ['10:00:00+24:00', false],
  ['10:00:00+00:60', false],
  ['10:00:00-00:60', false],
  ['18:59:60-05:00', true],
  ['05:29:60+05:30', true],
  ['18:59:60+05:00', false],
  ['23:59:60+00:01', false],
  ['00:00:60+00:01', true],
  ['23:58:60-00:01', true],
])('whether the time %s exists: %s', (time, is) => {
  expect(isDateTime(`2016-12-31T${time}`)).toBe(is);
});

const shapes = [
  ['utc-seconds', '2026-01-20T10:11:12Z'],
  ['millis', '2026-01-20T10:11:12.131Z'],
  ['offset', '2026-01-20T10:11:12+01:15'],
  ['offset', '2026-01-20T10:11:12-01:15'],
] as const;

test.each(shapes)('returns the form %s for %s', (form, text) => {
  expect(isDateTime(text)).toBe(true);
  expect(dateTimeForm(text)).toBe(form);
});

test.each(shapes)('returns the form %s only for text like %s', (form, text) => {
  const others = [`x${text}`, `${text}x`, `1${text}`, `${text}1`];
  for (let at = 0; at < text.length; at += 1) {
    others.push(`${text.slice(0, at)}x${text.slice(at + 1)}`, text.slice(0, at) + text.slice(at + 1));
    others.push(`${text.slice(0, at)}${text[at]}${text.slice(at)}`);
  }
  const alike = others.filter((other) => dateTimeForm(other) === form);
  expect(alike).toEqual([]);
  expect(others.filter((other) => isDateTime(other) && !/\.\d{2}(?:\d\d)?Z$/.test(other))).toEqual([]);
});

test.each([
  '2026-01-20T10:00:00.1Z',
  '2026-01-20T10:00:00.123456789Z',
  '2026-01-20t10:00:00z',
  '2026-01-20T10:00:00.123+01:00',
])('returns another form for %s', (text) => {
  expect(isDateTime(text)).toBe(true);
  expect(dateTimeForm(text)).toBe('another form');
});
