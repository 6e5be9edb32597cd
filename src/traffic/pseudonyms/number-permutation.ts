import { hash } from 'node:crypto';

/** From this number on, a quantity could be an identifier in the wrong field. */
const largeQuantity = 1_000_000n;

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

/** So many replacements are remembered, because they are slow to compute. */
const maxKnown = 100_000;
const rounds = [0, 1, 2, 3, 4, 5, 6, 7] as const;
const beyond = 2n ** 63n;

/**
 * Replaces int64 numbers without knowing them in advance: a permutation of each class, drawn with a key. The sign stays, 0
 * stays, and no other number is replaced by itself. `-n` is replaced by the negated replacement of `n`.
 */
export class NumberPermutation {
  readonly #key: string;
  readonly #known = new Map<bigint, bigint>();

  constructor(key: Buffer) {
    this.#key = key.toString('hex');
  }

  of(value: bigint): bigint {
    if (value === 0n) return 0n;
    const magnitude = magnitudeOf(value);
    const known = this.#known.get(magnitude);
    if (known !== undefined) return value < 0n ? -known : known;
    if (this.#known.size === maxKnown) this.#known.clear();
    const next = this.#next(magnitude);
    // The magnitude of the smallest int64 is no int64 itself.
    this.#known.set(magnitude, next === beyond ? this.#next(next) : next);
    return this.of(value);
  }

  /** Another number of the same class: one step from where an unknown permutation has the number. */
  #next(magnitude: bigint): bigint {
    const at = classStarts.findLastIndex(
      (start, index) => start <= magnitude && index < classStarts.length - 1,
    );
    const start = classStarts[at] ?? 1n;
    const end = classStarts[at + 1] ?? beyond;
    const size = end - start + (end === beyond ? 1n : 0n);
    const place = this.#permute(magnitude - start, size, 'encrypt');
    return start + this.#permute((place + 1n) % size, size, 'decrypt');
  }

  /** A Feistel network on the numbers of twice `half` bits, repeated until the result is smaller than `size`. */
  #permute(index: bigint, size: bigint, way: 'encrypt' | 'decrypt'): bigint {
    const half = BigInt(Math.ceil((size - 1n).toString(2).length / 2));
    const mask = (1n << half) - 1n;
    let value = index;
    do {
      let [left, right] = [value >> half, value & mask];
      if (way === 'encrypt')
        for (const round of rounds) [left, right] = [right, left ^ (this.#mix(size, round, right) & mask)];
      else
        for (const round of rounds.toReversed())
          [left, right] = [right ^ (this.#mix(size, round, left) & mask), left];
      value = (left << half) | right;
    } while (value >= size);
    return value;
  }

  #mix(size: bigint, round: number, half: bigint): bigint {
    return BigInt(`0x${hash('sha256', `${this.#key} ${size} ${round} ${half}`).slice(0, 8)}`);
  }
}
