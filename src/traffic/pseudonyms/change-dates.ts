import { readDateTime } from '../../text/date-time.ts';
import type { Change } from './change.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** The source of a pattern for `2026-01-20` and `2026/01/20`, with or without a time and an offset. */
export const isoDate = String.raw`(?<!\d)\d{4}([-/])\d{2}\1\d{2}(?!\d)(?:[Tt ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?:[Zz]|[+-]\d{2}(?::?\d{2})?)?)?`;
/** The source of a pattern for `20 Jan 2026` and `Tue, 20 Jan 2026 10:00:00`. It has one group. */
export const namedDate = String.raw`(?:(?:${days.join('|')}),? )?(?<!\d)\d{1,2}([ -])(?:${months.join('|')})[a-z]*\2\d{4}(?: \d{2}:\d{2}:\d{2})?`;

const isoParts =
  /^(\d{4}).(\d{2}).(\d{2})(?:(.)(\d{2}:\d{2})(?::(\d{2})(?:([.,])(\d+))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const namedParts = /^(?:(\w{3})(,?) )?(\d{1,2})([ -])(\w{3})\w*[ -](\d{4})(?: (.*))?$/;

/**
 * Changes a date that is written as in ISO 8601, in its form. A date that does not exist stays one: only its year changes.
 *
 * @param now as for `Change`
 */
export function changeIsoDate(text: string, { date }: Change, now: number | undefined): string {
  const [, year = '', month = '', day = '', letter = '', time, second, point = '', fraction = '', zone = ''] =
    isoParts.exec(text) ?? [];
  const separator = text[4] ?? '-';
  const written = (changed: string): string => changed.slice(0, 10).replaceAll('-', separator);
  const seconds = `${second ?? '00'}${fraction === '' ? '' : `.${fraction}`}`;
  const offset = /^[+-]/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}` : 'Z';
  const whole = `${year}-${month}-${day}T${time ?? '00:00'}:${seconds}${offset}`;
  if (isDateTime(whole)) {
    const changed = date(whole, now);
    if (time === undefined) return written(changed);
    const changedSeconds =
      second === undefined ? '' : changed.slice(16, 19) + point + changed.slice(20, 20 + fraction.length);
    return written(changed) + letter + changed.slice(11, 16) + changedSeconds + zone;
  }
  const midnight = `${year}-${month}-${day}T00:00:00Z`;
  if (isDateTime(midnight)) return written(date(midnight, now)) + text.slice(10);
  return yearWithout(date(`${year}-01-01T00:00:00Z`, now).slice(0, 4), text) + text.slice(4);
}

/** Returns a year near to another one in which the day of a date does not exist, and which is not the year of the date. */
function yearWithout(near: string, text: string): string {
  const year = text.slice(0, 4);
  const others = [0, 1, 2].map((bit) => String(Number(near) ^ bit).padStart(4, '0'));
  const rest = text.slice(4, 10).replaceAll('/', '-');
  return others.find((other) => other !== year && !isDateTime(`${other}${rest}T00:00:00Z`)) ?? near;
}

/** Changes a date with the English name of a month, such as an HTTP date. Names of months and days become short ones. */
export function changeNamedDate(text: string, change: Change, now: number): string {
  const [, weekday, comma = '', day = '', separator = ' ', month = '', year = '', time] =
    namedParts.exec(text) ?? [];
  const number = String(months.indexOf(month) + 1).padStart(2, '0');
  const whole = `${year}-${number}-${day.padStart(2, '0')}T${time ?? '00:00:00'}Z`;
  if (!isDateTime(whole)) {
    if (time === undefined) return text;
    const end = text.length - time.length - 1;
    return changeNamedDate(text.slice(0, end), change, now) + text.slice(end);
  }
  const changed = change.date(whole, now);
  const start = weekday === undefined ? '' : `${days[new Date(changed).getUTCDay()]}${comma} `;
  const changedMonth = months[Number(changed.slice(5, 7)) - 1];
  const parts = [changed.slice(8, 10), changedMonth, changed.slice(0, 4)];
  return `${start}${parts.join(separator)}${time === undefined ? '' : ` ${changed.slice(11, 19)}`}`;
}

function isDateTime(text: string): boolean {
  return readDateTime(text).kind === 'date-time';
}
