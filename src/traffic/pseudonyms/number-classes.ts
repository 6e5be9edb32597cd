/** From this number on, a quantity could be an identifier in the wrong field. */
const largeQuantity = 1_000_000n;

/** Whether a number is too large to be a quantity. */
export function isLarge(value: bigint): boolean {
  return value >= largeQuantity || value <= -largeQuantity;
}

export function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/**
 * The smallest magnitude of each class of numbers, and the end of the last class. A replacement is of the class of its
 * number: the same number of digits, and the same side of 2^53, from which on a double does not hold every integer.
 */
export const classStarts: readonly bigint[] = [
  ...Array.from({ length: 16 }, (_, digits) => 10n ** BigInt(digits)),
  2n ** 53n,
  ...[16n, 17n, 18n].map((digits) => 10n ** digits),
  2n ** 63n,
];
