import type { Redaction } from '../../../report/redaction.ts';

const mark = '[hidden]';
/** The minimum length of a part of a word, left by a shortening, that is removed. */
const minPart = 4;

/** How a response or a finding may write a word: as it is, percent-encoded, in JSON, in a JSON pointer, in base64 or in hex. */
export function formsOf(word: string): readonly string[] {
  const bytes = Buffer.from(word);
  const encoded = word.isWellFormed() ? encodeURIComponent(word) : word;
  // The characters that depend only on the word, for each place of it in a longer text.
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3)),
  );
  const pointer = word.replaceAll('~', '~0').replaceAll('/', '~1');
  const json = JSON.stringify(word).slice(1, -1);
  return [...new Set([word, encoded, json, pointer, bytes.toString('hex'), ...base64])];
}

/** Replaces every form, in any case. A form that overlaps one before it is part of the same place. */
function without(text: string, forms: readonly string[]): string {
  const lower = text.toLowerCase();
  // A few letters have another length in lower case.
  const searched = lower.length === text.length ? lower : text;
  const places = forms.flatMap((form) => placesOf(form, searched)).sort(([one], [other]) => one - other);
  let result = '';
  let end = 0;
  for (const [from, to] of places) {
    if (from >= end) result += text.slice(end, from) + mark;
    end = Math.max(end, to);
  }
  return result + text.slice(end);
}

function placesOf(form: string, text: string): [from: number, to: number][] {
  const places: [number, number][] = [];
  for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
    places.push([at, at + form.length]);
  return places;
}

/** Removes the end of a word at the start of a piece, and the start of a word at its end. */
function withoutParts(piece: string, words: readonly string[]): string {
  let rest = piece;
  for (const word of words) {
    for (let length = word.length - 1; length >= minPart; length--) {
      if (rest.startsWith(word.slice(-length))) rest = mark + rest.slice(length);
      if (rest.endsWith(word.slice(0, length))) rest = rest.slice(0, -length) + mark;
    }
  }
  return rest;
}

/**
 * Creates a redaction of words that may be secrets. It needs microseconds and some kilobytes for each word, where the patterns
 * of `createRedaction` need a millisecond and most of a megabyte, and knows fewer forms of them.
 *
 * @param forms the forms of the words, from `formsOf`
 */
export function createPlainRedaction(
  words: readonly string[],
  forms: readonly string[] = words.flatMap(formsOf),
): Redaction {
  const inText = forms.map((form) => form.toLowerCase());
  const inBytes = forms.map((form) => Buffer.from(form).toString('latin1').toLowerCase());
  const text = (given: string): string => without(given, inText);
  return {
    text,
    excerpt: (given) =>
      text(given)
        .split('…')
        .map((piece) => withoutParts(piece, words))
        .join('…'),
    bytes(given) {
      const before = given.toString('latin1');
      const after = without(before, inBytes);
      return after === before ? given : Buffer.from(after, 'latin1');
    },
  };
}
