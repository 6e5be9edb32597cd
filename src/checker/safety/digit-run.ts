import { digit } from '../../shared/json-bytes.ts';

/**
 * Whether anywhere in the bytes at least so many decimal digits stand in a row. Looks at the last byte that such a row
 * could have, and goes back from there: where digits are few, at one byte of each `length`.
 */
export function hasDigitRun(bytes: Buffer, length: number): boolean {
  for (let last = length - 1; last < bytes.length; ) {
    let digits = 0;
    while (digits < length && digit(bytes, last - digits) <= 9) digits += 1;
    if (digits === length) return true;
    last += length - digits;
  }
  return false;
}
