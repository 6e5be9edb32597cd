/** Replaces every secret. */
export const redacted = '[redacted]';

/** A shorter secret is hidden only as a whole word: inside other words it is most likely a part of these. */
export const minInWord = 8;
/** Shorter pieces of base64 are found by chance. */
const minBase64 = 6;
/** The shortest and the longest beginning of a secret that is hidden before an ellipsis. */
const [minCut, longestCut] = [4, 250];

/** Hides secrets in everything that leaves the process. */
export type Secrets = {
  /** Returns a text, or the part of it from `from` to `to`, with `[redacted]` for each secret. The rest of the text is unchanged. */
  readonly hide: (text: string, from?: number, to?: number) => string;
  /** Returns the same buffer if it contains no secret. */
  readonly hideBytes: (bytes: Buffer) => Buffer;
  /** Hides secrets in every text, buffer and property name of a value, at any depth. */
  readonly hideIn: <Value>(value: Value) => Value;
  readonly has: (text: string) => boolean;
  /** What finds a secret of this set, or of those that it extends. */
  readonly patterns: () => readonly RegExp[];
};

/** A place in a text. */
type Span = readonly [from: number, to: number];

/**
 * Creates a set of secrets that hides them in any case, as they are and in percent, form, JSON, HTML and base64 encoding. Ignores
 * empty texts.
 *
 * @param bases sets that this one extends
 */
export function createSecrets(texts: Iterable<string>, ...bases: readonly Secrets[]): Secrets {
  const isInherited = (text: string): boolean => bases.some((base) => base.has(text));
  const own = new Set([...texts].filter((text) => text !== '' && !isInherited(text)));
  let pattern: RegExp | undefined;
  const allPatterns = (): readonly RegExp[] => {
    const inherited = bases.flatMap((base) => base.patterns());
    if (own.size === 0) return inherited;
    pattern ??= patternOf([...own]);
    return [...inherited, pattern];
  };
  const hide = (text: string, from = 0, to = text.length): string => {
    const spans = [
      ...spansIn(text, allPatterns()),
      ...(text.includes('%') ? inPercent(text, allPatterns()) : []),
    ];
    return replaced(text, spans, from, to);
  };
  const known = new WeakMap<Buffer, Buffer>();
  const hideBytes = (bytes: Buffer): Buffer => {
    const text = bytes.toString('latin1');
    const hidden = known.get(bytes) ?? (hide(text) === text ? bytes : Buffer.from(hide(text), 'latin1'));
    // Exchanges of a check may share the buffer of a long list.
    known.set(bytes, hidden);
    return hidden;
  };
  return {
    hide,
    hideBytes,
    hideIn: (value) => deep(value, { hide, hideBytes }) as typeof value,
    has: (text) => own.has(text) || isInherited(text),
    patterns: allPatterns,
  };
}

function spansIn(text: string, patterns: readonly RegExp[]): readonly Span[] {
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }): Span => [index, index + found.length]),
  );
}

/** Searches a text without its percent encoding, each character of which is then one byte. */
function inPercent(text: string, patterns: readonly RegExp[]): readonly Span[] {
  const places: number[] = [];
  const bytes = text.replace(/%([\da-f]{2})|./gis, (one: string, code: string | undefined, at: number) => {
    places.push(at);
    return code === undefined ? one : String.fromCharCode(Number.parseInt(code, 16));
  });
  places.push(text.length);
  return spansIn(bytes, patterns).map(([from, to]) => [places[from] ?? 0, places[to] ?? 0]);
}

/** What separates words in HTTP, URLs and JSON. */
const separator = '[\\s"\'`=&,;:?/<>()[\\]{}|\\\\]';

/** Returns what finds these secrets, the longest first. */
function patternOf(secrets: readonly string[]): RegExp {
  const forms = secrets.toSorted((one, other) => other.length - one.length).flatMap(sourcesOf);
  return new RegExp(forms.join('|'), 'gis');
}

/** A secret as programs write it: each of its characters in any encoding, or all of it in base64. */
function sourcesOf(secret: string): readonly string[] {
  const characters = [...secret].map((one) => {
    const [form = '', ...more] = formsOf(one).map(escaped);
    return more.length === 0 ? form : `(?:${[form, ...more].join('|')})`;
  });
  const plain = characters.join('');
  const isLong = characters.length >= minInWord;
  const found = isLong ? plain : `(?<!(?!${separator}).)${plain}(?!(?!${separator}).)`;
  return [found, ...cutOf(characters), ...base64Of(Buffer.from(secret.toWellFormed())).map(escaped)];
}

/** The beginning of a secret that a report cut, as far as texts in reports are long. */
function cutOf(characters: readonly string[]): readonly string[] {
  const ends = characters.slice(minCut, longestCut).reduceRight((rest, one) => `(?:${one}${rest})?`, '');
  return characters.length > minCut ? [`${characters.slice(0, minCut).join('')}${ends}(?=…)`] : [];
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
/** How a form writes a space, and JSON Pointer (RFC 6901), which findings use, some characters. */
const others: Readonly<Record<string, readonly string[]>> = { ' ': ['+'], '~': ['~0'], '/': ['~1', '\\/'] };

function formsOf(character: string): readonly string[] {
  const bytes = Buffer.from(character.toWellFormed());
  if (/[a-z0-9]/i.test(character)) return [character];
  const point = character.codePointAt(0) ?? 0;
  const forms = [
    ...[character, bytes.toString('latin1'), JSON.stringify(character).slice(1, -1), unicode(character)],
    ...[`&${entities[character] ?? character};`, `&#${point};`, `&#x${point.toString(16)};`],
    ...(others[character] ?? []),
  ];
  // The longest first: `&` begins `&amp;`.
  return [...new Set(forms)].toSorted((one, other) => other.length - one.length);
}

/** `\\u00e4`, by the UTF-16 units of a character. */
function unicode(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

/** Returns the characters of base64 that depend on a secret only, if 0, 1 or 2 bytes modulo 3 precede it. */
function base64Of(secret: Buffer): readonly string[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), secret]);
    const end = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const)
      .map((encoding) => bytes.toString(encoding).slice(Math.ceil((before * 8) / 6), end))
      .filter((text) => text.length >= minBase64);
  });
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
    const fields = Object.entries(one).map(([name, content]) => [
      ownName.test(name) ? name : hide(name),
      name === 'kind' && typeof content === 'string' ? content : inside(content),
    ]);
    return Object.fromEntries(fields);
  };
  return inside(value);
}
