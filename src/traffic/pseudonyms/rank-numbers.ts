import { drawBelow } from './draw.ts';
import { classStarts, magnitudeOf } from './number-permutation.ts';

/**
 * Replaces int64 numbers that are all known by others in the same order, none of which is one of them. A number keeps its
 * sign and its class; where nearly every number of a class is in use, the replacements have more digits. 0 stays 0.
 */
export function rankNumbers(values: Iterable<bigint>, key: Buffer): (value: bigint) => bigint {
  const magnitudes = new Set<bigint>();
  for (const value of values) if (value !== 0n) magnitudes.add(magnitudeOf(value));
  const sorted = BigInt64Array.from(magnitudes, (magnitude) => -magnitude)
    .sort()
    .reverse();
  const images = new Map([[0n, 0n]]);
  let [start = 1n, ...ends] = classStarts;
  let first = 0;
  let last = 0;
  for (const end of ends) {
    const isLast = end === classStarts.at(-1);
    while (last < sorted.length && (isLast || -(sorted[last] ?? 0n) < end)) last += 1;
    const count = BigInt(last - first);
    // Without room for others, these numbers become longer.
    if (!isLast && end - start < 2n * count) continue;
    assign({ members: sorted.subarray(first, last), start, end }, images, key);
    first = last;
    start = end;
  }
  return (value) => {
    const image = images.get(magnitudeOf(value));
    if (image === undefined) throw new Error('the number is not one of those that are replaced');
    return value < 0n ? -image : image;
  };
}

type Range = { readonly members: BigInt64Array; readonly start: bigint; readonly end: bigint };

/** Draws one image from each of as many equal parts of the numbers that are no members. The members are negated. */
function assign({ members, start, end }: Range, images: Map<bigint, bigint>, key: Buffer): void {
  const count = BigInt(members.length);
  const others = end - start - count;
  let skipped = 0;
  for (const [at, negated] of members.entries()) {
    const from = (others * BigInt(at)) / count;
    const to = (others * BigInt(at + 1)) / count;
    const drawn = start + from + drawBelow(key, `number ${-negated}`, to - from);
    while (skipped < members.length && -(members[skipped] ?? 0n) <= drawn + BigInt(skipped)) skipped += 1;
    images.set(-negated, drawn + BigInt(skipped));
  }
}
