export type DateTimeReading =
  /** `ms` since 1970, rounded down; `offsetMinutes` as written. `isRfc3339`: false if its offset has no colon. */
  | {
      readonly kind: 'date-time';
      readonly ms: number;
      readonly offsetMinutes: number;
      readonly isRfc3339: boolean;
    }
  | { readonly kind: 'malformed'; readonly reason: string };

const form =
  /^(\d{4}-\d{2}-\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?(?:[Zz]|([+-])([01]\d|2[0-3])(:?)([0-5]\d))$/;
const minuteMs = 60_000;

/**
 * Reads a date-time of RFC 3339, which is stricter than ISO 8601: full date, full time, offset. The date must exist;
 * second 60 is valid only for a leap second (23:59:60 UTC on the last day of a month). Also reads an offset without a colon,
 * as Java writes it by default: `2026-01-20T10:00:00.000+0000`. Spec 2, shipDate.
 */
export function readDateTime(text: string): DateTimeReading {
  const found = form.exec(text);
  if (found === null) return malformed('it is not an RFC 3339 date-time');
  const [, date = '', hour, minute, second, fraction = '', sign, offsetHour = 0, colon, offsetMinute = 0] =
    found;
  const midnight = Date.parse(`${date}T00:00:00Z`);
  // The platform reads February 30 as a day of March.
  if (Number.isNaN(midnight) || !formatDateTime(midnight).startsWith(date))
    return malformed(`there is no day ${date}`);
  const offset = Number(offsetHour) * 60 + Number(offsetMinute);
  const offsetMinutes = sign === '-' ? 0 - offset : offset;
  const start = midnight + (Number(hour) * 60 + Number(minute) - offsetMinutes) * minuteMs;
  if (second === '60' && !formatDateTime(start + minuteMs).endsWith('-01T00:00:00Z'))
    return malformed('a leap second is at 23:59:60 UTC at the end of a month');
  const ms = start + Number(second) * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
  return { kind: 'date-time', ms, offsetMinutes, isRfc3339: colon !== '' };
}

/** Formats an instant as `2026-01-20T10:00:00Z`, with milliseconds only if they are not zero. Years 0000 to 9999. */
export function formatDateTime(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

/** Returns the milliseconds since 1970 of a valid date-time. */
export function msOf(text: string): number {
  const reading = readDateTime(text);
  return reading.kind === 'date-time' ? reading.ms : Number.NaN;
}

function malformed(reason: string): DateTimeReading {
  return { kind: 'malformed', reason };
}
