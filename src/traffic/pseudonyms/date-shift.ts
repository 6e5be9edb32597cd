import { readDateTime } from '../../text/date-time.ts';
import { UserError } from '../../user-error.ts';
import { drawBelow } from './draw.ts';

const dayMs = 86_400_000;
/** The days of the years 0000 to 9999, and of them those before 1970. */
const calendarDays = 3_652_425;
const daysBefore1970 = 719_528;
/** More than a century: the ship dates of a store are all nearer to each other. */
const smallestShift = 40_000;
const tries = 60;
/** A day, with or without a time and an offset, also of hours that do not exist. */
const form = /^\d{4}-\d\d-\d\d(?:[Tt ][\d:]{0,8}(?:[.,]\d*)?(?:[Zz]|[+-][\d:]{0,5})?)?$/;

/** Moves days by a secret number of days; the calendar begins again after the year 9999. Times and offsets stay. */
export class DateShift {
  readonly #days: number;

  private constructor(days: number) {
    this.#days = days;
  }

  /** @param attempt the further it is, the larger the shift can be */
  static draw(key: Buffer, attempt = 1): DateShift {
    return new DateShift(
      smallestShift + Number(drawBelow(key, `days ${attempt}`, BigInt(attempt * smallestShift))),
    );
  }

  /** Draws a shift that moves none of these dates to the day of another one. Throws a UserError if there is none. */
  static drawFor(dates: Iterable<string>, key: Buffer): DateShift {
    const days = new Set<string>();
    for (const date of dates) days.add(date.slice(0, 10));
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      const shift = DateShift.draw(key, attempt);
      if (![...days].some((day) => days.has(shift.of(day) ?? day))) return shift;
    }
    throw new UserError({
      what: 'the ship dates leave no room to shift them: they are on too many days',
      hint: 'keep them with `keep: shipDate`',
    });
  }

  /**
   * Returns a day or a date-time on another day; undefined for another text. A day that does not exist becomes one that does
   * not exist.
   */
  of(text: string): string | undefined {
    if (!form.test(text)) return undefined;
    const day = dayOf(text.slice(0, 10));
    // After 400 years, the days of the calendar are the same.
    if (day === undefined)
      return `${(Number(text.slice(0, 4)) + 400) % 10_000}`.padStart(4, '0') + text.slice(4);
    const moved = ((day + daysBefore1970 + this.#days) % calendarDays) - daysBefore1970;
    const changed = new Date(moved * dayMs).toISOString().slice(0, 10) + text.slice(10);
    // A leap second is valid only at the end of a month.
    const isLeap = text.slice(17, 19) === '60' && readDateTime(text).kind === 'date-time';
    return isLeap ? `${changed.slice(0, 17)}59${changed.slice(19)}` : changed;
  }
}

/** The days since 1970, or undefined if there is no such day. */
function dayOf(text: string): number | undefined {
  if (readDateTime(`${text}T00:00:00Z`).kind === 'malformed') return undefined;
  return (
    new Date(0).setUTCFullYear(
      Number(text.slice(0, 4)),
      Number(text.slice(5, 7)) - 1,
      Number(text.slice(8)),
    ) / dayMs
  );
}
