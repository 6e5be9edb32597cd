// What the fast way over a list needs of JSON, on bytes. Beyond the end of the bytes is nothing, which equals no byte.

/** The place of the first byte from `at` on that is not white space of JSON. */
export function afterSpace(bytes: Buffer, at: number): number {
  return isSpace(bytes[at]) ? afterSpaces(bytes, at + 1) : at;
}

function afterSpaces(bytes: Buffer, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next += 1;
  return next;
}

function isSpace(byte = 0xff): boolean {
  return byte <= 0x20 && (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09);
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
