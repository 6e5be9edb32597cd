import { keyForms, keyPattern, mayHold } from './key-pattern.ts';

/** What stands in a report where a key stood. */
export const redacted = '[key]';

/** The least part of a key, cut off by a shortening, that is taken for one. */
const leastPart = 4;

/** How many characters at the end of `text` begin the key. */
function startOfKeyAtEnd(text: string, key: string): number {
  for (let length = key.length - 1; length >= leastPart; length--)
    if (text.endsWith(key.slice(0, length))) return length;
  return 0;
}

/** How many characters at the start of `text` end the key. */
function endOfKeyAtStart(text: string, key: string): number {
  for (let length = key.length - 1; length >= leastPart; length--)
    if (text.startsWith(key.slice(-length))) return length;
  return 0;
}

/** Takes away what is left of a key where a text was cut: at its ends and beside each ellipsis. */
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

/** Takes keys out of texts and bytes. */
export type Redaction = {
  readonly text: (text: string) => string;
  /** As `text`, for a text cut out of a longer one: a part of a key at its ends or beside an ellipsis goes too. */
  readonly excerpt: (text: string) => string;
  /** Bytes without the keys; the same buffer where there is none. */
  readonly bytes: (bytes: Buffer) => Buffer;
};

/** Makes a redaction of these keys, longest first; empty ones are left out. */
export function createRedaction(keys: readonly string[]): Redaction {
  const known = [...new Set(keys)].filter((key) => key !== '').sort((a, b) => b.length - a.length);
  const patterns = known.map((key) => keyPattern(keyForms(key)));
  const formsInBytes = known.map((key) => keyForms(Buffer.from(key).toString('latin1')));
  const text = (given: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), given);
  const redactBytes = (given: Buffer): Buffer => {
    const patternsInBytes = formsInBytes.filter((forms) => mayHold(given, forms)).map(keyPattern);
    if (patternsInBytes.length === 0) return given;
    const before = given.toString('latin1');
    const after = patternsInBytes.reduce((rest, pattern) => rest.replace(pattern, redacted), before);
    return after === before ? given : Buffer.from(after, 'latin1');
  };
  // A check takes the same long list several times, and a content without coding is its body.
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
