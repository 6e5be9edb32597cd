import { randomBytes } from 'node:crypto';
import { readDateTime } from '../../text/date-time.ts';

/** Returns a random number from 0 to `end - 1`. */
export type Draw = (end: bigint) => bigint;

export const drawRandomly: Draw = (end) => BigInt(`0x${randomBytes(16).toString('hex')}`) % end;

/** From here on, a double does not hold every integer. */
const firstUnsafe = 2n ** 53n;
const firstBeyond = 2n ** 63n;

/** Returns the first of the numbers with as many digits on the same side of 2^53, and the first that is none of them. */
function boundsOf(magnitude: bigint): readonly [bigint, bigint] {
  const start = 10n ** BigInt(`${magnitude}`.length - 1);
  const end = start * 10n < firstBeyond ? start * 10n : firstBeyond;
  if (start > firstUnsafe || end < firstUnsafe) return [start, end];
  return magnitude < firstUnsafe ? [start, firstUnsafe] : [firstUnsafe, end];
}

/**
 * Returns a function that replaces these int64 numbers by random ones with as many digits on the same side of 2^53, in the same
 * order. Signs and 0 stay. A number of one or two digits may meet itself, because there are few others.
 */
export function replaceNumbers(numbers: Iterable<bigint>, draw: Draw): (value: bigint) => bigint {
  const originals = [...new Set([...numbers].map(magnitudeOf))].filter((value) => value > 0n);
  const replacements = new Map<bigint, bigint>();
  for (const alike of Map.groupBy(originals, (value) => boundsOf(value)[0]).values()) {
    const [start, end] = boundsOf(alike[0] ?? 0n);
    const avoided = new Set(end - start > 2n * BigInt(alike.length) ? alike : []);
    const drawn = new Set<bigint>();
    while (drawn.size < alike.length) {
      const value = start + draw(end - start);
      if (!avoided.has(value)) drawn.add(value);
    }
    const sorted = [...drawn].toSorted(compare);
    for (const [at, value] of alike.toSorted(compare).entries()) replacements.set(value, sorted[at] ?? value);
  }
  return (value) => {
    const replacement = replacements.get(magnitudeOf(value)) ?? magnitudeOf(value);
    return value < 0n ? -replacement : replacement;
  };
}

function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

const dayMs = 86_400_000;
/** More than a century: the ship dates of a store are all nearer to each other. */
const smallestShift = 40_000;

/** Returns a function that moves date-times of RFC 3339 by a constant random number of days. Times and offsets stay. */
export function shiftDates(draw: Draw): (text: string) => string {
  const days = smallestShift + Number(draw(BigInt(smallestShift)));
  return (text) => {
    const reading = readDateTime(`${text.slice(0, 10)}T00:00:00Z`);
    if (reading.kind === 'malformed') return text;
    const moved = new Date(reading.ms + days * dayMs);
    // The calendar begins again after the year 9999: after 400 years, its days are the same.
    if (moved.getUTCFullYear() > 9_999) moved.setUTCFullYear(moved.getUTCFullYear() - 10_000);
    // A leap second is valid only at the end of a month.
    return moved.toISOString().slice(0, 10) + text.slice(10).replace(':60', ':59');
  };
}
