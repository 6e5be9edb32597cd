import { digit } from '../judge/json-bytes.ts';

/**
 * Whether anywhere in the bytes at least so many decimal digits stand in a row. Looks at one byte of each `length`, which
 * no such row can pass by.
 */
export function hasDigitRun(bytes: Buffer, length: number): boolean {
  for (let at = length - 1; at < bytes.length; at += length) {
    if (digit(bytes, at) > 9) continue;
    let start = at;
    while (digit(bytes, start - 1) <= 9) start -= 1;
    let end = at + 1;
    while (digit(bytes, end) <= 9) end += 1;
    if (end - start >= length) return true;
  }
  return false;
}
