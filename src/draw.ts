import { hash } from 'node:crypto';

/**
 * Returns 32 random-looking bytes that depend only on the seed and the labels: the same on every machine, in every
 * process and in any order of calls.
 */
export function drawBytes(seed: string, ...labels: readonly (string | number | bigint)[]): Buffer {
  // Node returns the digest sooner as text than as a Buffer.
  return Buffer.from(hash('sha256', [seed, ...labels].join('\u0000'), 'binary'), 'binary');
}

/** Returns a fraction from 0 (included) to 1 (excluded), drawn like `drawBytes`. */
export function drawFraction(seed: string, ...labels: readonly (string | number | bigint)[]): number {
  return drawBytes(seed, ...labels).readUIntBE(0, 6) / 2 ** 48;
}

const blockLength = 4096;

/** Returns `length` random-looking bytes drawn from a seed; they repeat after 4 KiB. */
export function drawMany(seed: string, length: number): Buffer {
  const parts = Math.ceil(Math.min(length, blockLength) / 32);
  const block = Buffer.concat(Array.from({ length: parts }, (_, at) => drawBytes(seed, 'bytes', at)));
  return Buffer.alloc(length, block);
}
