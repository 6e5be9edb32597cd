import { keyForms, keyPattern, mayContain } from './key-forms.ts';

/** Replaces a key in a report. */
const redacted = '[key]';

/** The minimum length of a part of a key, left by a shortening, that is redacted. */
const minPart = 4;

/** Returns how many characters at the end of `text` are the beginning of the key. */
function startOfKeyAtEnd(text: string, key: string): number {
  for (let length = key.length - 1; length >= minPart; length--)
    if (text.endsWith(key.slice(0, length))) return length;
  return 0;
}

/** Returns how many characters at the start of `text` are the end of the key. */
function endOfKeyAtStart(text: string, key: string): number {
  for (let length = key.length - 1; length >= minPart; length--)
    if (text.startsWith(key.slice(-length))) return length;
  return 0;
}

/** Redacts the part of a key that a shortening left: at the ends of a text and beside each ellipsis. */
function redactCut(text: string, key: string): string {
  return text
    .split('…')
    .map((piece) => {
      const start = endOfKeyAtStart(piece, key);
      const rest = start > 0 ? redacted + piece.slice(start) : piece;
      const end = startOfKeyAtEnd(rest, key);
      return end > 0 ? rest.slice(0, -end) + redacted : rest;
    })
    .join('…');
}

/** Removes keys from texts and bytes. */
export type Redaction = {
  readonly text: (text: string) => string;
  /** Like `text`, for a part of a longer text: also removes a part of a key at its ends or beside an ellipsis. */
  readonly excerpt: (text: string) => string;
  /** Returns the same buffer if it contains no key. */
  readonly bytes: (bytes: Buffer) => Buffer;
};

/** Creates a redaction of these keys, the longest first. Empty keys are ignored. */
export function createRedaction(keys: readonly string[]): Redaction {
  const known = [...new Set(keys)].filter((key) => key !== '').sort((a, b) => b.length - a.length);
  const patterns = known.map((key) => keyPattern(keyForms(key)));
  const formsInBytes = known.map((key) => keyForms(Buffer.from(key).toString('latin1')));
  const text = (given: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), given);
  const redactBytes = (given: Buffer): Buffer => {
    const patternsInBytes = formsInBytes.filter((forms) => mayContain(given, forms)).map(keyPattern);
    if (patternsInBytes.length === 0) return given;
    const before = given.toString('latin1');
    const after = patternsInBytes.reduce((rest, pattern) => rest.replace(pattern, redacted), before);
    return after === before ? given : Buffer.from(after, 'latin1');
  };
  // Several exchanges of a check may share the buffer of a long list.
  const done = new WeakMap<Buffer, Buffer>();
  return {
    text,
    excerpt: (given) => known.reduce(redactCut, text(given)),
    bytes: (given) => {
      const result = done.get(given) ?? redactBytes(given);
      done.set(given, result);
      return result;
    },
  };
}
