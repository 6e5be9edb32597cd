/** A source of numbers that depends on a seed and an index alone. */
export type Draws = {
  /** The next number, from 0 up to 1, 1 excluded. */
  next(): number;
};

const warmUp = 12;

/**
 * Draws for the `index`-th thing of a seed (both whole numbers from 0 to 2^53-1): the generator sfc32, its state filled
 * from both numbers. 32-bit integer arithmetic alone, so the same on every machine.
 */
export function drawsFor(seed: number, index: number): Draws {
  let a = seed | 0;
  let b = (seed / 2 ** 32) | 0;
  let c = index | 0;
  let counter = ((index / 2 ** 32) | 0) + 1;
  const step = () => {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  };
  for (let round = 0; round < warmUp; round += 1) step();
  return { next: () => ((step() >>> 5) * 2 ** 26 + (step() >>> 6)) / 2 ** 53 };
}
