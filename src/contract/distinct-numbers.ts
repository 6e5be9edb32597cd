/** How many numbers are remembered. */
const most = 4096;

/** Counts distinct numbers of exchanges in bounded memory. */
export type DistinctNumbers = {
  add(number: number): void;
  readonly size: number;
};

/**
 * Counts distinct numbers: exactly for 4096 of them. After that, a number counts if it differs from the one before it, which is
 * exact as long as everything about one exchange is added before the next.
 */
export function countDistinct(first?: number): DistinctNumbers {
  const known = new Set(first === undefined ? [] : [first]);
  let last = first;
  let more = 0;
  return {
    add(number) {
      if (known.size < most) known.add(number);
      else if (number !== last && !known.has(number)) more += 1;
      last = number;
    },
    get size() {
      return known.size + more;
    },
  };
}
