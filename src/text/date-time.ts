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
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d+))?(?:[Zz]|([+-])(\d{2})(:?)(\d{2}))$/;
const minuteMs = 60_000;
const dayMs = 86_400_000;

/**
 * Reads a date-time of RFC 3339, which is stricter than ISO 8601: full date, full time, offset. The date must exist;
 * second 60 is valid only for a leap second (23:59:60 UTC on the last day of a month). Also reads an offset without a colon,
 * as Java writes it by default: `2026-01-20T10:00:00.000+0000`. Spec 2, shipDate.
 */
export function readDateTime(text: string): DateTimeReading {
  const found = form.exec(text);
  if (found === null) return malformed('it is not an RFC 3339 date-time');
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as SixNumbers;
  if (month < 1 || month > 12) return malformed(`there is no month ${found[2]}`);
  if (day < 1 || day > daysIn(year, month))
    return malformed(`${found[1]}-${found[2]} has no day ${found[3]}`);
  if (hour > 23 || minute > 59 || second > 60) return malformed('the time of day does not exist');
  const offsetMinutes = readOffset(found[8], found[9], found[11]);
  if (offsetMinutes === undefined) return malformed('the offset does not exist');
  const minutes = hour * 60 + minute - offsetMinutes;
  const fraction = Number((found[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const start = daysSince1970(year, month, day) * dayMs + minutes * minuteMs;
  const ms = start + Math.min(second, 59) * 1000 + fraction;
  const isRfc3339 = found[10] !== '';
  if (second < 60) return { kind: 'date-time', ms, offsetMinutes, isRfc3339 };
  if (!endsMonth(start)) return malformed('a leap second is at 23:59:60 UTC at the end of a month');
  return { kind: 'date-time', ms: ms + 1000, offsetMinutes, isRfc3339 };
}

type SixNumbers = [number, number, number, number, number, number];

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

function readOffset(sign?: string, hours = '0', minutes = '0'): number | undefined {
  if (sign === undefined) return 0;
  if (Number(hours) > 23 || Number(minutes) > 59) return undefined;
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' && size > 0 ? -size : size;
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/** `Date.UTC` reads the years 0 to 99 as 1900 to 1999; `setUTCFullYear` does not. */
function daysSince1970(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day) / dayMs;
}

/** Whether a minute, given by its start, is the last of a month in UTC. */
function endsMonth(startMs: number): boolean {
  return (startMs + minuteMs) % dayMs === 0 && new Date(startMs + minuteMs).getUTCDate() === 1;
}
