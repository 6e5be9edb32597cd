import { hash } from 'node:crypto';

/**
 * 32 random-looking bytes that depend on the seed and the labels alone: the same on every machine, in every process
 * and in whatever order they are drawn.
 */
export function drawBytes(seed: string, ...labels: readonly (string | number | bigint)[]): Buffer {
  // By way of a text, since Node makes that sooner than a Buffer.
  return Buffer.from(hash('sha256', [seed, ...labels].join('\u0000'), 'binary'), 'binary');
}

/** A fraction from 0 (included) to 1 (excluded), drawn like `drawBytes`. */
export function drawFraction(seed: string, ...labels: readonly (string | number | bigint)[]): number {
  return drawBytes(seed, ...labels).readUIntBE(0, 6) / 2 ** 48;
}
