// What the fast way over a list needs of JSON, on bytes. Beyond the end of the bytes is nothing, which equals no byte.

/** The place of the first byte from `at` on that is not white space of JSON. */
export function afterSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (;;) {
    const code = bytes[next];
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return next;
    next += 1;
  }
}

/** Whether the byte at `at` is a decimal digit. */
export function isDigit(bytes: Buffer, at: number): boolean {
  const code = bytes[at] ?? 0;
  return code >= 0x30 && code <= 0x39;
}

/** The value of the two digits at `at`; -1 where no two stand there. */
export function twoDigits(bytes: Buffer, at: number): number {
  return isDigit(bytes, at) && isDigit(bytes, at + 1)
    ? ((bytes[at] ?? 0) - 0x30) * 10 + (bytes[at + 1] ?? 0) - 0x30
    : -1;
}
