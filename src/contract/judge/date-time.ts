import { twoDigits } from '../../json/json-bytes.ts';

const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Returns whether a text is a date-time (RFC 3339, 5.6): an existing day, an offset, and seconds up to 59, or 60 at 23:59
 * UTC.
 */
export function isDateTime(text: string): boolean {
  const match = shape.exec(text);
  if (match === null) return false;
  const hour = Number(match[4]);
  const minute = Number(match[5]);
  const second = Number(match[6]);
  const offsetHour = Number(match[8] ?? 0);
  const offsetMinute = Number(match[9] ?? 0);
  const day = Number(match[3]);
  if (day < 1 || day > daysOf(Number(match[1]), Number(match[2]))) return false;
  if (hour > 23 || minute > 59 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  const offset = (match[7] === '-' ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  const inUtc = (hour * 60 + minute - offset + 2 * 1440) % 1440;
  return second === 60 && inUtc === 1439;
}

function daysOf(year: number, month: number): number {
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && leap ? 29 : (days[month - 1] ?? 0);
}

/** The form of a date-time: seconds in UTC, milliseconds in UTC, with an offset, or another one. */
export type DateTimeForm = 'utc-seconds' | 'millis' | 'offset' | 'another form';

const forms: readonly (readonly [DateTimeForm, RegExp])[] = [
  ['utc-seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['millis', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/],
];

export function dateTimeForm(text: string): DateTimeForm {
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? 'another form';
}

/** The length of `2026-01-20T10:00:00Z`. */
export const plainLength = 20;

const hyphen = 0x2d;
const colon = 0x3a;

/**
 * Returns whether a date-time in seconds of UTC begins at `at`, on a day that every month has. A fast path for nearly all
 * dates: if it returns false, use `isDateTime`.
 */
export function isPlainDateTime(bytes: Buffer, at: number): boolean {
  return (
    twoDigits(bytes, at) <= 99 &&
    twoDigits(bytes, at + 2) <= 99 &&
    bytes[at + 4] === hyphen &&
    isBetween(1, 12, twoDigits(bytes, at + 5)) &&
    bytes[at + 7] === hyphen &&
    isBetween(1, 28, twoDigits(bytes, at + 8)) &&
    bytes[at + 10] === 0x54 &&
    twoDigits(bytes, at + 11) <= 23 &&
    bytes[at + 13] === colon &&
    twoDigits(bytes, at + 14) <= 59 &&
    bytes[at + 16] === colon &&
    twoDigits(bytes, at + 17) <= 59 &&
    bytes[at + 19] === 0x5a
  );
}

function isBetween(least: number, most: number, value: number): boolean {
  return value >= least && value <= most;
}
