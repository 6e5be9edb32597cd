export const redacted = '[redacted]';

/** A shorter secret is hidden only as a whole word: inside other words it is most likely a part of these. */
export const minInWord = 8;
/** Shorter pieces of base64 are found by chance. */
const minBase64 = 6;

/** Hides secrets in everything that leaves the process. */
export type Secrets = {
  /** Returns a text, or the part of it from `from` to `to`, with `[redacted]` for each secret. The rest of the text is unchanged. */
  readonly hide: (text: string, from?: number, to?: number) => string;
  /** Returns the same buffer if it contains no secret. */
  readonly hideBytes: (bytes: Buffer) => Buffer;
  /** Hides secrets in every text, buffer and property name of a value, at any depth. */
  readonly hideIn: <Value>(value: Value) => Value;
  /** Whether a text is one of its own secrets. */
  readonly has: (text: string) => boolean;
  readonly patterns: () => readonly RegExp[];
};

/**
 * Creates a set of secrets that hides them in any case, as they are and in percent, form, JSON, HTML and base64 encoding. Ignores
 * empty texts.
 *
 * @param bases sets that this one extends
 */
export function createSecrets(texts: Iterable<string>, ...bases: readonly Secrets[]): Secrets {
  const own = new Set([...texts].filter((text) => text !== ''));
  let pattern: RegExp | undefined;
  const patterns = (): readonly RegExp[] => {
    const inherited = bases.flatMap((base) => base.patterns());
    if (own.size === 0) return inherited;
    pattern ??= new RegExp([...own].toSorted(byLength).flatMap(sourcesOf).join('|'), 'gis');
    return [...inherited, pattern];
  };
  const hide = (text: string, from = 0, to = text.length): string => replaced(text, patterns(), from, to);
  // Exchanges of a check may share the buffer of a long list.
  const known = new WeakMap<Buffer, Buffer>();
  const hideBytes = (bytes: Buffer): Buffer => {
    if (known.has(bytes)) return known.get(bytes) ?? bytes;
    const text = bytes.toString('latin1');
    const hidden = hide(text) === text ? bytes : Buffer.from(hide(text), 'latin1');
    known.set(bytes, hidden);
    return hidden;
  };
  return {
    ...{ hide, hideBytes, patterns },
    has: (text) => own.has(text),
    hideIn: (value) => deep(value, hide, hideBytes) as typeof value,
  };
}

/** Replaces what is found between two offsets. Places that overlap are one. */
function replaced(text: string, patterns: readonly RegExp[], start: number, end: number): string {
  const places = patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: found, index }) => [index, index + found.length] as const),
  );
  let result = '';
  let at = start;
  let covered = 0;
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    if (from >= end || to <= Math.max(start, covered)) continue;
    if (from >= covered) result += text.slice(at, Math.max(at, from)) + redacted;
    covered = to;
    at = to;
  }
  return result + text.slice(at, Math.max(at, end));
}

/** What separates words in HTTP, URLs and JSON. */
const separator = '[\\s"\'`=&,;:?/<>()[\\]{}|\\\\]';

function byLength(one: string, other: string): number {
  return other.length - one.length;
}

/** A secret as programs write it: each of its characters in any encoding, or all of it in percent encoding or base64. */
function sourcesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret.toWellFormed());
  const characters = [...secret].map(formsOf);
  const plain = characters.join('');
  const isLong = characters.length >= minInWord;
  const found = isLong ? plain : `(?<!(?!${separator}).)${plain}(?!(?!${separator}).)`;
  // Its beginning, where a report cut it.
  const cut = isLong ? [`${characters.slice(0, minInWord).join('')}[^\\s…]*(?=…)`] : [];
  return [found, percent(bytes), ...cut, ...base64Of(bytes).map(escaped)];
}

const entities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot' };
/** How a form writes a space, and JSON Pointer (RFC 6901), which findings use, some characters. */
const others: Readonly<Record<string, readonly string[]>> = { ' ': ['+'], '~': ['~0'], '/': ['~1', '\\/'] };

/** Returns what finds a character in any encoding. Programs change letters and digits only if they change every character. */
function formsOf(character: string): string {
  if (/[a-z0-9]/i.test(character)) return character;
  const bytes = Buffer.from(character.toWellFormed());
  const point = character.codePointAt(0) ?? 0;
  const units = character.split('').map((unit) => unit.charCodeAt(0).toString(16).padStart(4, '0'));
  const forms = [
    ...[character, bytes.toString('latin1'), JSON.stringify(character).slice(1, -1), percent(bytes)],
    ...[`&${entities[character] ?? character};`, `&#${point};`, `&#x${point.toString(16)};`],
    ...[units.map((unit) => `\\u${unit}`).join(''), ...(others[character] ?? [])],
  ];
  // The longest first: `&` begins `&amp;`.
  return `(?:${[...new Set(forms)].toSorted(byLength).map(escaped).join('|')})`;
}

function percent(bytes: Buffer): string {
  return bytes.toString('hex').replace(/../g, '%$&');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
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

/**
 * Names such as `response` and `cancel-again` are our own. They stay, because a client may send such a word as a secret, and a
 * report without its fields cannot be written.
 */
const ownName = /^[A-Za-z]+(?:-[A-Za-z]+)*$/;

function deep(value: unknown, hide: Secrets['hide'], hideBytes: Secrets['hideBytes']): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  if (value instanceof Uint8Array) return hideBytes(Buffer.isBuffer(value) ? value : Buffer.from(value));
  const inside = (one: unknown): unknown => deep(one, hide, hideBytes);
  if (Array.isArray(value)) return value.map(inside);
  const fields = Object.entries(value).map(([name, content]) => [
    ownName.test(name) ? name : hide(name),
    name === 'kind' && typeof content === 'string' ? content : inside(content),
  ]);
  return Object.fromEntries(fields);
}
