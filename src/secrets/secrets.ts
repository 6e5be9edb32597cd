import { layersOf } from './layers.ts';
import { createSearch, type Needle, type Search } from './search.ts';

/** Replaces every secret. */
export const redacted = '[redacted]';

/** A shorter secret is hidden only as a whole word: inside other words it is most likely a part of these. */
export const minInWord = 8;
/** Shorter texts are found by chance in decoded words. */
const minDecoded = 4;
/** The minimum length of a part of a secret, left by a shortening, that is hidden. */
const minPart = 4;
/** How many characters beside a cut are searched for a part of a secret. */
const maxCut = 512;

/** Hides secrets in everything that leaves the process. */
export type Secrets = {
  /**
   * Returns a text, or the part of it from `from` to `to`, with `[redacted]` for each secret, however it is encoded. Also
   * hides parts of a secret beside an ellipsis. The rest of the text is unchanged.
   */
  readonly hide: (text: string, from?: number, to?: number) => string;
  /** Returns the same buffer if it contains no secret. */
  readonly hideBytes: (bytes: Buffer) => Buffer;
  /** Hides secrets in every text, buffer and property name of a value, at any depth. */
  readonly hideIn: <Value>(value: Value) => Value;
  readonly has: (text: string) => boolean;
  /** The searches of this set and of those that it extends. */
  readonly searches: () => readonly Search[];
};

type Span = readonly [from: number, to: number];

/**
 * Creates a set of secrets that hides them in any case, in UTF-8, UTF-16, percent, form, JSON, JSON pointer, HTML, hex and
 * base64 encoding, and in one of these inside another one. The cost is linear in the length of what is searched, whatever the
 * number of secrets. Ignores empty texts.
 *
 * @param bases sets that this one extends
 */
export function createSecrets(texts: Iterable<string>, ...bases: readonly Secrets[]): Secrets {
  const isInherited = (text: string): boolean => bases.some((base) => base.has(text));
  const own = new Set([...texts].filter((text) => text !== '' && !isInherited(text)));
  let search: Search | undefined;
  const searches = (): readonly Search[] => {
    const inherited = bases.flatMap((base) => base.searches());
    if (own.size === 0) return inherited;
    search ??= createSearch([...own].flatMap(needlesOf));
    return [...inherited, search];
  };
  const hide = (text: string, from = 0, to = text.length): string => {
    const all = searches();
    return replaced(text, [...spansOf(text, 'text', all), ...cutSpans(text, all)], from, to);
  };
  const known = new WeakMap<Buffer, Buffer>();
  const hideBytes = (bytes: Buffer): Buffer => {
    const result = known.get(bytes) ?? hiddenBytes(bytes, searches());
    // Exchanges of a check may share the buffer of a long list.
    known.set(bytes, result);
    return result;
  };
  return {
    hide,
    hideBytes,
    hideIn: (value) => deep(value, { hide, hideBytes }) as typeof value,
    has: (text) => own.has(text) || isInherited(text),
    searches,
  };
}

function needlesOf(secret: string): readonly Needle[] {
  const characters = [...secret];
  const inWords = characters.length >= minInWord;
  const variants = [secret];
  // A response may repeat a key from which a probe removed a character.
  if (inWords) variants.push(characters.slice(0, -1).join(''), characters.slice(1).join(''));
  // A cut is searched backwards for the end of a secret.
  if (characters.length > minPart) variants.push(characters.toReversed().join(''));
  if (!isAscii(secret)) variants.push(secret.toLowerCase(), secret.toUpperCase());
  const inUtf8 = variants.map((text) => Buffer.from(text).toString('latin1'));
  // The bytes of a header that are not UTF-8.
  const inLatin1 = isAscii(secret) || /[\u0100-\uffff]/.test(secret) ? [] : [secret];
  return [...inUtf8, ...inLatin1].map((bytes) => ({ bytes, inWords }));
}

function isAscii(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with control characters
  return /^[\x00-\x7f]*$/.test(text);
}

const slice = 256 * 1024;
/** The characters of a byte that is percent-encoded twice, or a `\u` escape in a `\u` escape. */
const maxExpansion = 36;

function spansOf(text: string, kind: 'text' | 'bytes', searches: readonly Search[]): readonly Span[] {
  const shortest = Math.min(...searches.map((search) => search.shortest));
  const longest = Math.max(0, ...searches.map((search) => search.longest));
  const spans: Span[] = [];
  // A character has up to three bytes.
  if (text.length * 3 < shortest) return spans;
  const least = Math.max(minDecoded, shortest);
  for (let start = 0; start < text.length; start += slice) {
    const part = text.slice(start, start + slice + longest * maxExpansion);
    for (const layer of layersOf(part, kind, least))
      for (const search of searches)
        search.find(layer.text, (from, to) => {
          if (layer.noisy && to - from < minDecoded) return;
          const [first, end] = layer.sourceOf(from, to);
          spans.push([start + first, start + end]);
        });
  }
  return spans;
}

/** Returns the parts of secrets that a shortening left beside each ellipsis, searching no character more than twice. */
function* cutSpans(text: string, searches: readonly Search[]): Generator<Span> {
  let last = 0;
  for (let at = text.indexOf('…'), next: number; at >= 0; at = next) {
    next = text.indexOf('…', at + 1);
    const end = Math.min(next < 0 ? text.length : next, at + 1 + maxCut);
    for (const search of searches) {
      const before = begun(text.slice(Math.max(last, at - maxCut), at), search);
      const after = begun([...text.slice(at + 1, end)].reverse().join(''), search);
      if (before >= minPart) yield [at - before, at];
      if (after >= minPart) yield [at + 1, at + 1 + after];
    }
    last = at + 1;
  }
}

/** Returns how many characters at the end of a text begin a secret. */
function begun(text: string, search: Search): number {
  const bytes = Buffer.from(text);
  const length = search.begunAtEnd(bytes.toString('latin1'));
  return bytes.toString('utf8', bytes.length - length).length;
}

/** Replaces each place between two offsets. Places that overlap are one. */
function replaced(text: string, spans: readonly Span[], start: number, end: number): string {
  let result = '';
  let at = start;
  let covered = 0;
  for (const [from, to] of spans.toSorted(([one], [other]) => one - other)) {
    if (from >= end || to <= Math.max(start, covered)) continue;
    if (from >= covered) result += text.slice(at, Math.max(at, from)) + redacted;
    covered = to;
    at = to;
  }
  return result + text.slice(at, Math.max(at, end));
}

function hiddenBytes(bytes: Buffer, searches: readonly Search[]): Buffer {
  const text = bytes.toString('latin1');
  const spans = spansOf(text, 'bytes', searches);
  return spans.length === 0 ? bytes : Buffer.from(replaced(text, spans, 0, text.length), 'latin1');
}

/**
 * Names such as `response` and `cancel-again` are our own. They stay, because a client may send such a word as a secret, and a
 * report without its fields cannot be written.
 */
const ownName = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;

function deep(value: unknown, { hide, hideBytes }: Pick<Secrets, 'hide' | 'hideBytes'>): unknown {
  const inside = (one: unknown): unknown => {
    if (typeof one === 'string') return hide(one);
    if (typeof one !== 'object' || one === null || one instanceof Date) return one;
    if (one instanceof Uint8Array) return hideBytes(Buffer.isBuffer(one) ? one : Buffer.from(one));
    if (Array.isArray(one)) return one.map(inside);
    if (one instanceof Set) return new Set([...one].map(inside));
    if (one instanceof Map) return new Map([...one].map(([key, content]) => [inside(key), inside(content)]));
    const fields = Object.entries(one);
    return Object.fromEntries(
      fields.map(([name, content]) => [
        ownName.test(name) ? name : hide(name),
        name === 'kind' && typeof content === 'string' ? content : inside(content),
      ]),
    );
  };
  return inside(value);
}
