/** Thrown inside the JSON reader where a text cannot be read on; never leaves it. */
export class JsonBreak extends Error {
  readonly at: number;
  readonly what: string;
  readonly expected: string;

  constructor(at: number, what: string, expected: string) {
    super(what);
    this.at = at;
    this.what = what;
    this.expected = expected;
  }
}

/** The place of the first byte from `at` on that is not white space of JSON. */
export function skipSpace(bytes: Buffer, at: number): number {
  let next = at;
  for (;;) {
    const byte = bytes[next];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return next;
    next += 1;
  }
}

/** The end of the string whose opening quote stands at `start`, and whether an escape stands in it. */
export function scanString(
  bytes: Buffer,
  start: number,
): { readonly end: number; readonly escaped: boolean } {
  let escaped = false;
  for (let at = start + 1; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === 0x22) return { end: at + 1, escaped };
    if (byte < 0x20) throw new JsonBreak(at, 'a control character stands in a string', 'an escape like \\n');
    if (byte === 0x5c) {
      escaped = true;
      at = endOfEscape(bytes, at) - 1;
    }
  }
  throw new JsonBreak(bytes.length, 'the text ends in a string', 'a quotation mark');
}

function endOfEscape(bytes: Buffer, at: number): number {
  const letter = bytes[at + 1];
  if (letter === undefined)
    throw new JsonBreak(bytes.length, 'the text ends in a string', 'a quotation mark');
  if (letter !== 0x75) {
    if ('"\\/bfnrt'.includes(String.fromCharCode(letter))) return at + 2;
    throw new JsonBreak(
      at,
      'an unknown escape stands in a string',
      'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u',
    );
  }
  const digits = bytes.toString('latin1', at + 2, at + 6);
  if (/^[0-9a-fA-F]{4}$/.test(digits)) return at + 6;
  throw new JsonBreak(at, 'an escape \\u has no four hexadecimal digits', 'four hexadecimal digits');
}

/** The end of the number that begins at `start`. */
export function scanNumber(bytes: Buffer, start: number): number {
  let at = bytes[start] === 0x2d ? start + 1 : start;
  const whole = at;
  at = skipDigits(bytes, at);
  if (at === whole) throw new JsonBreak(at, 'a number has no digit', 'a digit');
  if (bytes[whole] === 0x30 && at > whole + 1)
    throw new JsonBreak(whole, 'a number begins with 0', 'a digit from 1 to 9');
  if (bytes[at] === 0x2e) at = needDigits(bytes, at + 1);
  if (bytes[at] === 0x65 || bytes[at] === 0x45) {
    const sign = bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d;
    at = needDigits(bytes, at + (sign ? 2 : 1));
  }
  return at;
}

function skipDigits(bytes: Buffer, start: number): number {
  let at = start;
  for (let byte = bytes[at] ?? 0; byte >= 0x30 && byte <= 0x39; byte = bytes[at] ?? 0) at += 1;
  return at;
}

function needDigits(bytes: Buffer, start: number): number {
  const end = skipDigits(bytes, start);
  if (end === start) throw new JsonBreak(start, 'a number breaks off', 'a digit');
  return end;
}
