import { createHash, hash } from 'node:crypto';

/** Returns bytes that look random. They depend on the secret key and the label only. */
export function drawBytes(key: Buffer, label: string, length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update(key).update(label).digest();
}

/** Returns a whole number from 0 to `end - 1`, for an `end` of at most 2^64. */
export function drawBelow(key: Buffer, label: string, end: bigint): bigint {
  return BigInt(`0x${hash('sha256', `${key.toString('hex')} ${label}`)}`) % end;
}
