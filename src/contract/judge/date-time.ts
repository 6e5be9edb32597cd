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
