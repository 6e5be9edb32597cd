import { drawBytes } from '../draw.ts';

const blockLength = 4096;

/** As many random-looking bytes as wanted, all from a seed; beyond 4 KiB they repeat. */
export function drawMany(seed: string, length: number): Buffer {
  const parts = Math.ceil(Math.min(length, blockLength) / 32);
  const block = Buffer.concat(Array.from({ length: parts }, (_, at) => drawBytes(seed, 'bytes', at)));
  return Buffer.alloc(length, block);
}
