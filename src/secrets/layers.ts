/** A text in which some encoding was decoded. Each character is one byte. */
export type Layer = {
  readonly text: string;
  /** Whether a base64 or hex text was decoded, which makes noise of every other word. */
  readonly noisy: boolean;
  /** Returns the place in the given text that was decoded to a place in this one. */
  sourceOf(from: number, to: number): readonly [from: number, to: number];
};

/** An encoding of single characters. */
type Escape = {
  /** No text without it contains an escape. */
  readonly sign: string | RegExp;
  readonly pattern: RegExp;
  readonly decode: (match: RegExpExecArray) => string;
};

/** Collects pieces of a decoded text with the places that they come from. */
function createLayer(parent: Layer | undefined, noisy: boolean) {
  const parts: string[] = [];
  /** Of each piece: its offset, the offset of its source, and the length of `over` bytes of it in the source over `under`. */
  const offsets: number[] = [];
  const sources: number[] = [];
  const scales: (readonly [over: number, under: number])[] = [];
  let length = 0;
  const pieceAt = (at: number): number => {
    let low = 0;
    let high = offsets.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((offsets[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return low;
  };
  const place = (at: number, round: (offset: number) => number, piece: number): number => {
    const [over, under] = scales[piece] ?? [1, 1];
    return (sources[piece] ?? 0) + round(((at - (offsets[piece] ?? 0)) * over) / under);
  };
  return {
    add(text: string, source: number, scale: readonly [over: number, under: number] = [1, 1]): void {
      if (text === '') return;
      parts.push(text);
      offsets.push(length);
      sources.push(source);
      scales.push(scale);
      length += text.length;
    },
    build: (): Layer => ({
      text: parts.join(''),
      noisy,
      sourceOf(from, to) {
        const start = place(from, Math.floor, pieceAt(from));
        const end = place(to, Math.ceil, pieceAt(to - 1));
        return parent === undefined ? [start, end] : parent.sourceOf(start, end);
      },
    }),
  };
}

function utf8(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  return code > 0x10ffff ? '' : Buffer.from(String.fromCodePoint(code)).toString('latin1');
}

const byHex = (hex = ''): number => Number.parseInt(hex, 16);
const percent = (hex: string | undefined): string => String.fromCharCode(byHex(hex));
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const control: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

const nonAscii: Escape = {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII begins with control characters
  sign: /[^\u0000-\u007f]/,
  pattern: /[\u0080-\u{10ffff}]/gu,
  decode: ([character]) => utf8(character.codePointAt(0) ?? 0),
};

/** Encodings that a server may use when it repeats a text. */
const escapes: readonly Escape[] = [
  { sign: '%', pattern: /%([\da-f]{2})/gi, decode: ([, hex]) => percent(hex) },
  // In a form.
  {
    sign: '+',
    pattern: /%([\da-f]{2})|\+/gi,
    decode: ([plus, hex]) => (plus === '+' ? ' ' : percent(hex)),
  },
  {
    sign: '\\',
    pattern: /\\(?:u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})|u([\da-f]{4})|([^u]))/gis,
    decode: ([, high, low, unit, other = '']) => {
      if (high !== undefined) return utf8(0x10000 + ((byHex(high) & 0x3ff) << 10) + (byHex(low) & 0x3ff));
      return unit === undefined ? (control[other] ?? other) : utf8(byHex(unit));
    },
  },
  // A reference to a character in HTML.
  {
    sign: '&',
    pattern: /&(?:#(\d{1,9})|#x([\da-f]{1,7})|(amp|lt|gt|quot|apos));/gi,
    decode: ([, decimal, hex, name = '']) =>
      named[name.toLowerCase()] ?? utf8(decimal === undefined ? byHex(hex) : Number(decimal)),
  },
  // A JSON pointer.
  { sign: '~', pattern: /~([01])/g, decode: ([, digit]) => (digit === '0' ? '~' : '/') },
  // Node.js decodes the bytes of a header as Latin-1, so that a text of it in UTF-8 is encoded twice.
  {
    sign: /[\xc2\xc3]/,
    pattern: /[\xc2\xc3][\x80-\xbf]/g,
    decode: ([pair]) => String.fromCharCode(((pair.charCodeAt(0) & 3) << 6) | (pair.charCodeAt(1) & 63)),
  },
  // UTF-16.
  { sign: '\0', pattern: /\0/g, decode: () => '' },
];

const anySign = /[%+\\&~\xc2\xc3\0]/;

function decodeEscapes(parent: Layer, { sign, pattern, decode }: Escape): readonly Layer[] {
  const { text, noisy } = parent;
  if (typeof sign === 'string' ? !text.includes(sign) : !sign.test(text)) return [];
  const layer = createLayer(parent, noisy);
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    layer.add(text.slice(end, match.index), end);
    const decoded = decode(match);
    end = match.index + match[0].length;
    layer.add(decoded, match.index, [match[0].length, decoded.length]);
  }
  if (end === 0) return [];
  layer.add(text.slice(end), end);
  return [layer.build()];
}

// A regular expression tries a run that is too short again from each of its characters.
const longestRun = 16;

/** By a number: the pattern of runs of at least so many characters. */
type Runs = readonly RegExp[];

function runsWith(character: string): Runs {
  return Array.from({ length: longestRun + 1 }, (_, least) => new RegExp(`${character}{${least},}`, 'gi'));
}

/** An encoding of whole texts: `under` bytes have `over` characters. */
type Code = {
  readonly name: 'base64' | 'hex';
  readonly alphabet: Runs;
  readonly over: number;
  readonly under: number;
};

const codes: readonly Code[] = [
  { name: 'base64', alphabet: runsWith('[\\w+/-]'), over: 4, under: 3 },
  { name: 'hex', alphabet: runsWith('[\\da-f]'), over: 2, under: 1 },
];

/** Returns the runs of at least `least` bytes in which each character has up to `width` bytes. */
function runsOf(text: string, patterns: Runs, least: number, width = 1): readonly RegExpExecArray[] {
  const runs: RegExpExecArray[] = [];
  if (text.length < least) return runs;
  const pattern = patterns[Math.min(Math.ceil(least / width), longestRun)] ?? /(?!)/g;
  pattern.lastIndex = 0;
  // `matchAll` costs more than the search of a short text.
  for (let run = pattern.exec(text); run !== null; run = pattern.exec(text))
    if (run[0].length >= least) runs.push(run);
  return runs;
}

/** Decodes every word that may contain the code of `least` bytes. The code may begin at any of its characters. */
function decodeWords(parent: Layer, { name, alphabet, over, under }: Code, least: number): readonly Layer[] {
  const words = runsOf(parent.text, alphabet, Math.ceil((least * over) / under));
  if (words.length === 0) return [];
  return Array.from({ length: over }, (_, phase) => {
    const layer = createLayer(parent, true);
    for (const { 0: word, index } of words) {
      layer.add(Buffer.from(word.slice(phase), name).toString('latin1'), index + phase, [over, under]);
      layer.add('\n', index + word.length);
    }
    return layer.build();
  });
}

/** A character of a text in UTF-8. Decoded noise has few of them in a row. */
const readable = runsWith('(?:[\\x00-\\x7f]|[\\xc2-\\xf4][\\x80-\\xbf]{1,3})');

function readableParts(parent: Layer, least: number): Layer | undefined {
  const parts = runsOf(parent.text, readable, least, 4);
  if (parts.length === 0) return undefined;
  const layer = createLayer(parent, true);
  for (const { 0: part, index } of parts) {
    layer.add(part, index);
    layer.add('\n', index + part.length);
  }
  return layer.build();
}

/** How many encodings inside one another are decoded. */
const maxDepth = 2;

/**
 * Returns a text as bytes, and what each encoding, and each encoding inside another one, makes of it. There are some 100
 * layers at most, whatever the text is; a text without escapes and without long words has one.
 *
 * @param least the length in bytes of the shortest text that is searched in decoded words
 */
export function* layersOf(text: string, kind: 'text' | 'bytes', least: number): Generator<Layer> {
  const given: Layer = { text, noisy: false, sourceOf: (from, to) => [from, to] };
  const [encoded = given] = kind === 'bytes' ? [] : decodeEscapes(given, nonAscii);
  yield* decoded(encoded, least, maxDepth);
}

function* decoded(layer: Layer, least: number, depth: number): Generator<Layer> {
  yield layer;
  if (depth === 0) return;
  const parent = layer.noisy ? readableParts(layer, least) : layer;
  if (parent === undefined) return;
  if (anySign.test(parent.text))
    for (const one of escapes)
      for (const child of decodeEscapes(parent, one)) yield* decoded(child, least, depth - 1);
  for (const code of codes)
    for (const child of decodeWords(parent, code, least)) yield* decoded(child, least, depth - 1);
}
