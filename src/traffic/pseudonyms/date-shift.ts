import { readDateTime } from '../../text/date-time.ts';
import { UserError } from '../../user-error.ts';
import { Distinct } from './distinct.ts';
import type { KeyStream } from './key-stream.ts';

const [dayMs, hourMs, minuteMs, secondMs] = [86_400_000, 3_600_000, 60_000, 1000] as const;
const [firstInstant, lastInstant] = [-62_167_219_200_000, 253_402_300_799_000];
/** Offsets reach 24 hours in both directions, so that a calendar day of UTC touches three local ones. */
const marginMs = 3 * dayMs;
const windowMs = 1000 * dayMs;
const longestFraction = 9;
const tries = 1000;

/** The parts of a date-time of RFC 3339 as they are written. */
type Parts = {
  /** The local date and time in whole seconds, in milliseconds since 1970 as if it were UTC. */
  readonly localMs: number;
  readonly separator: string;
  /** Digits, without the point. */
  readonly fraction: string;
  readonly zone: string;
};

const form = /^(\d{4})-(\d\d)-(\d\d)([Tt])(\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

function partsOf(text: string): Parts {
  const [, year, month, day, separator = '', hour, minute, second, fraction = '', zone = ''] =
    form.exec(text) ?? [];
  const time = Number(hour) * hourMs + Number(minute) * minuteMs + Number(second) * secondMs;
  const localMs = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day)) + time;
  return { localMs, separator, fraction, zone };
}

/** The dates that are to be shifted, in 8 bytes for each different one. */
export class DateColumn {
  readonly #instants = new Distinct((length) => new Float64Array(length));
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;
  #unitMs: number = dayMs;
  #hasFraction = false;
  #fractionDigits = longestFraction;

  /** Adds a date-time of RFC 3339. */
  add(text: string): void {
    const { localMs, fraction } = this.addToSpan(text);
    while (localMs % this.#unitMs !== 0) this.#unitMs = smallerUnit(this.#unitMs);
    this.#hasFraction ||= /[1-9]/.test(fraction);
    this.#fractionDigits = Math.min(this.#fractionDigits, fraction.length);
  }

  /** Adds a date-time of RFC 3339 that does not decide the unit of the shift. */
  addToSpan(text: string): Parts {
    const reading = readDateTime(text);
    if (reading.kind === 'malformed') throw new Error(`not a date-time: ${reading.reason}`);
    this.#instants.add(reading.ms);
    const parts = partsOf(text);
    this.#first = Math.min(this.#first, parts.localMs);
    this.#last = Math.max(this.#last, parts.localMs);
    return parts;
  }

  /** Draws a shift. Throws a UserError if every shift turns a date into another one of them, or leaves the years 0000 to 9999. */
  drawShift(random: KeyStream): DateShift {
    if (this.#first > this.#last) return new DateShift(0, '');
    const digits = this.#hasFraction ? this.#fractionDigits : 0;
    const unitMs = this.#hasFraction ? secondMs : this.#unitMs;
    const fraction = Array.from({ length: digits }, () => random.below(10)).join('');
    return new DateShift(this.#drawMs(unitMs, random), fraction);
  }

  /** Prefers a shift beyond all dates, so that no calendar day of theirs is left. */
  #drawMs(unitMs: number, random: KeyStream): number {
    const span = this.#last - this.#first + marginMs;
    const upTo = Math.floor((lastInstant - this.#last) / unitMs) - 1;
    const downTo = Math.floor((this.#first - firstInstant) / unitMs);
    const [from, to] = [Math.ceil(span / unitMs), Math.ceil((span + windowMs) / unitMs)];
    const up = () => from + random.below(Math.min(to, upTo) - from + 1);
    const down = () => -(from + random.below(Math.min(to, downTo) - from + 1));
    const ways = [...(upTo >= from ? [up] : []), ...(downTo >= from ? [down] : [])];
    const way = ways[random.below(Math.max(ways.length, 1))];
    return (way?.() ?? this.#drawBetween(-downTo, upTo, unitMs, random)) * unitMs;
  }

  /** Draws a small shift that turns no date into another one: the dates reach from one end of the calendar to the other. */
  #drawBetween(smallest: number, largest: number, unitMs: number, random: KeyStream): number {
    const instants = this.#instants.sorted();
    const count = Math.min(largest - smallest + 1, 2 ** 32);
    for (let attempt = 0; attempt < tries && count > 0; attempt += 1) {
      const shift = smallest + random.below(count);
      if (!instants.some((instant) => hasNear(instants, instant + shift * unitMs))) return shift;
    }
    throw new UserError({
      what: 'the ship dates leave no room to shift them: they reach from the year 0000 to 9999',
      hint: 'keep them with --keep shipDate',
    });
  }
}

/** Whether a sorted list has an instant in the same second, or in one beside it. */
function hasNear(sorted: Float64Array, instant: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const at = (low + high) >>> 1;
    if ((sorted[at] ?? 0) < instant - secondMs) low = at + 1;
    else high = at;
  }
  return (sorted[low] ?? Number.POSITIVE_INFINITY) <= instant + secondMs;
}

function smallerUnit(unitMs: number): number {
  if (unitMs === dayMs) return hourMs;
  return unitMs === hourMs ? minuteMs : secondMs;
}

/**
 * Shifts dates by one amount, so that the time between them stays, and so does how each is written: the letter T, the number
 * of digits of the fraction, the offset. A leap second becomes the second after it.
 */
export class DateShift {
  readonly #ms: number;
  readonly #fraction: string;

  /**
   * @param ms whole seconds
   * @param fraction the digits of the fraction of a second to add
   */
  constructor(ms: number, fraction: string) {
    this.#ms = ms;
    this.#fraction = fraction;
  }

  /** Returns a date-time of RFC 3339, shifted. */
  of(text: string): string {
    const { localMs, separator, fraction, zone } = partsOf(text);
    const sum = addFractions(fraction, this.#fraction);
    const shifted = new Date(localMs + this.#ms + sum.seconds * secondMs).toISOString();
    const date = `${shifted.slice(0, 10)}${separator}${shifted.slice(11, 19)}`;
    return `${date}${fraction === '' ? '' : `.${sum.digits}`}${zone}`;
  }
}

/** Adds a fraction, of which only as many digits count. */
function addFractions(digits: string, more: string): { readonly seconds: number; readonly digits: string } {
  if (more === '') return { seconds: 0, digits };
  const sum = String(BigInt(`1${digits}`) + BigInt(more.slice(0, digits.length).padEnd(digits.length, '0')));
  return { seconds: Number(sum[0]) - 1, digits: sum.slice(1) };
}
