import { isDigit } from '../judge/json-bytes.ts';

/**
 * Whether anywhere in the bytes at least so many decimal digits stand in a row. Looks at one byte of each `length`, which
 * no such row can pass by.
 */
export function hasDigitRun(bytes: Buffer, length: number): boolean {
  for (let at = length - 1; at < bytes.length; at += length) {
    if (!isDigit(bytes, at)) continue;
    let start = at;
    while (isDigit(bytes, start - 1)) start -= 1;
    let end = at + 1;
    while (isDigit(bytes, end)) end += 1;
    if (end - start >= length) return true;
  }
  return false;
}
