import { twoDigits } from '../../json/json-bytes.ts';
import { readDateTime } from '../../text/date-time.ts';

/**
 * Returns whether a text is a date-time (RFC 3339, 5.6): an existing day, an offset, and seconds up to 59, or 60 at 23:59
 * UTC of any day.
 */
export function isDateTime(text: string): boolean {
  const isLeap = text.slice(17, 19) === '60';
  const reading = readDateTime(isLeap ? `${text.slice(0, 17)}59${text.slice(19)}` : text);
  if (reading.kind === 'malformed' || !reading.isRfc3339) return false;
  if (!isLeap) return true;
  const minute = Math.floor(reading.ms / 60_000) % 1440;
  return minute === 1439 || minute === -1;
}

export type DateTimeForm = 'utc-seconds' | 'millis' | 'offset' | 'basic-offset' | 'another form';

const forms: readonly (readonly [DateTimeForm, RegExp])[] = [
  ['utc-seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['millis', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/],
  ['basic-offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d{4}$/],
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
