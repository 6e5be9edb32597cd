// Offsets in bytes of JSON text, of which more may follow. -1 says that the wanted thing does not stand there as a whole.

const space = 0x20;
const quote = 0x22;
const minus = 0x2d;
const zero = 0x30;
const nine = 0x39;
const backslash = 0x5c;
const lastPrintable = 0x7e;

/** The offset after white space. */
export function passSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (let byte = bytes[at]; byte === space || byte === 10 || byte === 13 || byte === 9; byte = bytes[at])
    at += 1;
  return at;
}

/** The offset after a string of printable ASCII characters, none of them escaped, or -1. */
export function passPlainString(bytes: Uint8Array, from: number): number {
  if (bytes[from] !== quote) return -1;
  for (let at = from + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) return at + 1;
    if (byte < space || byte > lastPrintable || byte === backslash) return -1;
  }
  return -1;
}

/** The offset after an integer in the digits that a bigint is written with (no `-0`), or -1. More may follow it. */
export function passInteger(bytes: Uint8Array, from: number): number {
  const first = bytes[from] === minus ? from + 1 : from;
  let at = first;
  for (let byte = bytes[at]; byte !== undefined && byte >= zero && byte <= nine; byte = bytes[at]) at += 1;
  if (at === first) return -1;
  return bytes[first] === zero && at - from > 1 ? -1 : at;
}

/** Which of some texts stands there: its position in the list, or -1. */
export function findText(bytes: Uint8Array, from: number, texts: readonly Uint8Array[]): number {
  for (let which = 0; which < texts.length; which += 1) {
    const text = texts[which];
    let at = 0;
    while (text !== undefined && at < text.length && bytes[from + at] === text[at]) at += 1;
    if (at === text?.length) return which;
  }
  return -1;
}

const exactDigits = 15;

/** The integer between two offsets. */
export function readInteger(bytes: Buffer, from: number, end: number): bigint {
  const negative = bytes[from] === minus;
  if (end - from > exactDigits) return BigInt(bytes.toString('latin1', from, end));
  let value = 0;
  for (let at = negative ? from + 1 : from; at < end; at += 1)
    value = value * 10 + (bytes[at] ?? zero) - zero;
  return BigInt(negative ? -value : value);
}
