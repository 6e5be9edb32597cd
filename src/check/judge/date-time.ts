const shape = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const days = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether `text` is a date-time of RFC 3339, 5.6: a real day, an offset, seconds up to 59, or 60 where the clock of UTC
 * shows 23:59.
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

/** How a date-time is written: in whole seconds of UTC, in milliseconds of UTC, with an offset, or otherwise. */
export type DateTimeForm = 'utc-seconds' | 'millis' | 'offset' | 'another form';

const forms: readonly (readonly [DateTimeForm, RegExp])[] = [
  ['utc-seconds', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ['millis', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  ['offset', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/],
];

/** How a text that is, or ought to be, a date-time is written. */
export function dateTimeForm(text: string): DateTimeForm {
  return forms.find(([, pattern]) => pattern.test(text))?.[0] ?? 'another form';
}

/** The length of `2026-01-20T10:00:00Z`. */
export const plainLength = 20;

/**
 * Whether a date-time in whole seconds of UTC begins at `at`, on a day that every month has. The quick answer for nearly
 * all of them; false says nothing.
 */
export function isPlainDateTime(text: string, at: number): boolean {
  const month = twoDigits(text, at + 5);
  const day = twoDigits(text, at + 8);
  return (
    twoDigits(text, at) >= 0 &&
    twoDigits(text, at + 2) >= 0 &&
    text[at + 4] === '-' &&
    month >= 1 &&
    month <= 12 &&
    text[at + 7] === '-' &&
    day >= 1 &&
    day <= 28 &&
    text[at + 10] === 'T' &&
    isBelow(24, text, at + 11) &&
    text[at + 13] === ':' &&
    isBelow(60, text, at + 14) &&
    text[at + 16] === ':' &&
    isBelow(60, text, at + 17) &&
    text[at + 19] === 'Z'
  );
}

function isBelow(bound: number, text: string, at: number): boolean {
  const value = twoDigits(text, at);
  return value >= 0 && value < bound;
}

/** The value of two digits; -1 where no two stand there. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 0x30;
  const ones = text.charCodeAt(at + 1) - 0x30;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : -1;
}
