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

// Everywhere here a text has one character for each byte, so that places are those of bytes. Beyond its end
// `charCodeAt` is NaN, which equals nothing.

/** The place of the first character from `at` on that is not white space of JSON. */
export function skipSpace(text: string, at: number): number {
  let next = at;
  for (;;) {
    const code = text.charCodeAt(next);
    if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return next;
    next += 1;
  }
}

/** A string of the text: `plain` is one without escapes and in ASCII alone. */
export type StringToken = { readonly end: number; readonly escaped: boolean; readonly plain: boolean };

/** Finds the end of the string whose opening quote stands at `start`. */
export function scanString(text: string, start: number): StringToken {
  let escaped = false;
  let ascii = true;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1, escaped, plain: ascii && !escaped };
    if (code < 0x20) throw new JsonBreak(at, 'a control character stands in a string', 'an escape like \\n');
    if (code >= 0x80) ascii = false;
    if (code === 0x5c) {
      escaped = true;
      at = endOfEscape(text, at) - 1;
    }
  }
  throw new JsonBreak(text.length, 'the text ends in a string', 'a quotation mark');
}

function endOfEscape(text: string, at: number): number {
  const letter = text[at + 1];
  if (letter === undefined) throw new JsonBreak(text.length, 'the text ends in a string', 'a quotation mark');
  if (letter !== 'u') {
    if ('"\\/bfnrt'.includes(letter)) return at + 2;
    throw new JsonBreak(
      at,
      'an unknown escape stands in a string',
      'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t \\u',
    );
  }
  if (/^[0-9a-fA-F]{4}$/.test(text.slice(at + 2, at + 6))) return at + 6;
  throw new JsonBreak(at, 'an escape \\u has no four hexadecimal digits', 'four hexadecimal digits');
}

/** The end of the number that begins at `start`. */
export function scanNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === 0x2d ? start + 1 : start;
  const whole = at;
  at = skipDigits(text, at);
  if (at === whole) throw new JsonBreak(at, 'a number has no digit', 'a digit');
  if (text.charCodeAt(whole) === 0x30 && at > whole + 1) {
    throw new JsonBreak(whole, 'a number begins with 0', 'a digit from 1 to 9');
  }
  if (text.charCodeAt(at) === 0x2e) at = needDigits(text, at + 1);
  if (text.charCodeAt(at) === 0x65 || text.charCodeAt(at) === 0x45) {
    const sign = text.charCodeAt(at + 1) === 0x2b || text.charCodeAt(at + 1) === 0x2d;
    at = needDigits(text, at + (sign ? 2 : 1));
  }
  return at;
}

/** Whether the character at `at` is a decimal digit. */
export function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0x30 && code <= 0x39;
}

function skipDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text, at)) at += 1;
  return at;
}

function needDigits(text: string, start: number): number {
  const end = skipDigits(text, start);
  if (end === start) throw new JsonBreak(start, 'a number breaks off', 'a digit');
  return end;
}
