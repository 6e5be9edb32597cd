// What the fast way over a list needs of JSON, on bytes. Beyond the end of the bytes is nothing, which equals no byte.

/** The place of the first byte from `at` on that is not white space of JSON. */
export function afterSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (;;) {
    const code = bytes[next] ?? 0xff;
    if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) return next;
    next += 1;
  }
}

/** The value of the decimal digit at `at`; more than 9 where none stands there. */
export function digit(bytes: Buffer, at: number): number {
  return ((bytes[at] ?? 0) - 0x30) >>> 0;
}

/** The value of the two digits at `at`; more than 99 where no two stand there. */
export function twoDigits(bytes: Buffer, at: number): number {
  const tens = digit(bytes, at);
  const ones = digit(bytes, at + 1);
  return tens <= 9 && ones <= 9 ? tens * 10 + ones : 100;
}
