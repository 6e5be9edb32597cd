// The tokens of JSON, on bytes. Reading past the end of the bytes gives undefined, which equals no byte.

const zero = 0x30;

/** The offset of the first byte from `from` on that is not JSON white space. */
export function skipSpace(bytes: Uint8Array, from: number): number {
  let at = from;
  for (
    let byte = bytes[at];
    byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
    byte = bytes[at]
  )
    at += 1;
  return at;
}

/** The value of the decimal digit at an offset; more than 9 if there is none. */
export function digit(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) - zero) >>> 0;
}

/** Whether a text is at an offset, byte for byte. */
export function matches(text: Uint8Array, bytes: Uint8Array, from: number): boolean {
  for (let index = 0; index < text.length; index += 1) if (bytes[from + index] !== text[index]) return false;
  return true;
}

/** Thrown by the strict reader and its tokens where a text cannot be read any further; caught by the reader. */
export class JsonBreak extends Error {
  readonly at: number;
  readonly what: string;
  readonly expected: string;
  readonly kind: 'syntax' | 'depth' | 'size';

  constructor(at: number, what: string, expected: string, kind: JsonBreak['kind'] = 'syntax') {
    super(what);
    this.at = at;
    this.what = what;
    this.expected = expected;
    this.kind = kind;
  }
}

/** The end of a string, and whether it is `plain`: without escapes and in ASCII. */
export type StringToken = { readonly end: number; readonly escaped: boolean; readonly plain: boolean };

/** Finds the end of the string whose opening quote is at `start`. Throws a JsonBreak. */
export function scanString(bytes: Buffer, start: number): StringToken {
  let escaped = false;
  let ascii = true;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return { end: at + 1, escaped, plain: ascii && !escaped };
    if (byte < 0x20)
      throw new JsonBreak(at, 'an unescaped control character in a string', 'an escape like \\n');
    if (byte >= 0x80) ascii = false;
    if (byte === 0x5c) {
      escaped = true;
      at = endOfEscape(bytes, at) - 1;
    }
  }
  throw unterminated(bytes);
}

function unterminated(bytes: Buffer): JsonBreak {
  return new JsonBreak(bytes.length, 'an unterminated string', 'a quotation mark');
}

function endOfEscape(bytes: Buffer, at: number): number {
  const letter = bytes.toString('latin1', at + 1, at + 2);
  if (letter === '') throw unterminated(bytes);
  if (letter !== 'u') {
    if ('"\\/bfnrt'.includes(letter)) return at + 2;
    throw new JsonBreak(at, 'an unknown escape in a string', 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u');
  }
  if (/^[0-9a-fA-F]{4}$/.test(bytes.toString('latin1', at + 2, at + 6))) return at + 6;
  throw new JsonBreak(at, 'an escape \\u without four hexadecimal digits', 'four hexadecimal digits');
}

/** Finds the end of the number that begins at `start`. Throws a JsonBreak. */
export function scanNumber(bytes: Buffer, start: number): number {
  const whole = bytes[start] === 0x2d ? start + 1 : start;
  let at = skipDigits(bytes, whole);
  if (at === whole) throw new JsonBreak(at, 'a number without a digit', 'a digit');
  if (bytes[whole] === zero && at > whole + 1)
    throw new JsonBreak(whole, 'a number with a leading zero', 'a digit from 1 to 9');
  if (bytes[at] === 0x2e) at = needDigits(bytes, at + 1);
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d;
    at = needDigits(bytes, at + (sign ? 2 : 1));
  }
  return at;
}

function skipDigits(bytes: Buffer, start: number): number {
  let at = start;
  while (digit(bytes, at) <= 9) at += 1;
  return at;
}

function needDigits(bytes: Buffer, start: number): number {
  const end = skipDigits(bytes, start);
  if (end === start) throw new JsonBreak(start, 'an incomplete number', 'a digit');
  return end;
}
