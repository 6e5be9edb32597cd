/** Where a secret is in a text: offsets in UTF-16 code units, the end exclusive. */
type Span = { readonly start: number; readonly end: number };

/** A shorter secret is found only as a whole word: inside of other words it is most likely a part of these. */
export const minInWord = 8;

/** One character of a word: anything but white space and what separates values in HTTP, URLs and JSON. */
const wordCharacter = /[^\s"'`=&,;:?/<>()[\]{}|\\]/;

/**
 * Splits a text at every place where it contains one of the secrets: the pieces between the secrets, in order, so that
 * `pieces.join(mark)` is the redacted text. Secrets that overlap are one place. The text is searched once as given, so a
 * mark is never searched, and the redacted text is at most linear in the given one.
 */
export function splitAtSecrets(text: string, secrets: readonly string[]): readonly string[] {
  const pieces: string[] = [];
  let end = 0;
  for (const span of mergeSpans(secrets.flatMap((secret) => spansOf(secret, text)))) {
    pieces.push(text.slice(end, span.start));
    end = span.end;
  }
  return [...pieces, text.slice(end)];
}

function spansOf(secret: string, text: string): readonly Span[] {
  const spans: Span[] = [];
  if (secret === '') return spans;
  for (let start = text.indexOf(secret); start >= 0; start = text.indexOf(secret, start + 1)) {
    const end = start + secret.length;
    if (secret.length >= minInWord || isWholeWord(text, start, end)) spans.push({ start, end });
  }
  return spans;
}

function isWholeWord(text: string, start: number, end: number): boolean {
  return !wordCharacter.test(text.charAt(start - 1)) && !wordCharacter.test(text.charAt(end));
}

function mergeSpans(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push(span);
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
  }
  return merged;
}
