import { randomBytes } from 'node:crypto';
import { readDateTime } from '../../text/date-time.ts';

/** Returns a random number from 0 to `end - 1`. */
export type Draw = (end: bigint) => bigint;

export const drawRandomly: Draw = (end) => BigInt(`0x${randomBytes(16).toString('hex')}`) % end;

/** That of the smallest int64. */
const mostMagnitude = 2n ** 63n;

/**
 * The smallest magnitude of each class of numbers, and the end of the last class. A replacement is of the class of its
 * number: the same number of digits, and the same side of 2^53, from which on a double does not hold every integer.
 */
const classStarts: readonly bigint[] = [
  ...Array.from({ length: 16 }, (_, digits) => 10n ** BigInt(digits)),
  2n ** 53n,
  ...[16n, 17n, 18n].map((digits) => 10n ** digits),
  mostMagnitude,
];

/**
 * Returns a function that replaces these int64 numbers by random ones of their classes, in the same order. Signs and 0 stay. A
 * number of one or two digits may meet itself, because its class has few others.
 */
export function replaceNumbers(numbers: Iterable<bigint>, draw: Draw): (value: bigint) => bigint {
  const originals = [...new Set([...numbers].map(magnitudeOf))].filter((value) => value > 0n);
  const replacements = new Map<bigint, bigint>();
  for (const [at, start] of classStarts.slice(0, -1).entries()) {
    const end = classStarts[at + 1] ?? start;
    const inClass = originals
      .filter((value) => value >= start && (value < end || end === mostMagnitude))
      .toSorted(compare);
    const avoided = new Set(end - start > 2n * BigInt(inClass.length) ? inClass : []);
    const drawn = new Set<bigint>();
    while (drawn.size < inClass.length) {
      const value = start + draw(end - start);
      if (!avoided.has(value)) drawn.add(value);
    }
    const sorted = [...drawn].toSorted(compare);
    for (const [index, value] of inClass.entries()) replacements.set(value, sorted[index] ?? value);
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
const years = 10_000;

/** Returns a function that moves date-times of RFC 3339 by a constant random number of days. Times and offsets stay. */
export function shiftDates(draw: Draw): (text: string) => string {
  const days = smallestShift + Number(draw(BigInt(smallestShift)));
  return (text) => {
    const reading = readDateTime(text.slice(0, 10).concat('T00:00:00Z'));
    if (reading.kind === 'malformed') return text;
    const moved = new Date(reading.ms + days * dayMs);
    // The calendar begins again after the year 9999: after 400 years, its days are the same.
    if (moved.getUTCFullYear() >= years) moved.setUTCFullYear(moved.getUTCFullYear() - years);
    const changed = moved.toISOString().slice(0, 10) + text.slice(10);
    // A leap second is valid only at the end of a month.
    return text.slice(17, 19) === '60' ? `${changed.slice(0, 17)}59${changed.slice(19)}` : changed;
  };
}
