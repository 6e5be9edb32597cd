/** Replaces every secret. */
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
  readonly has: (text: string) => boolean;
  /** The searches of this set and of those that it extends. */
  readonly searches: () => readonly Search[];
};

/** A place in a text. */
type Span = readonly [from: number, to: number];
/** Finds secrets in a text, with its letters in lower case. */
type Search = (lower: string) => readonly Span[];

/**
 * Creates a set of secrets that hides them in any case, as they are and in percent, form, JSON, HTML and base64 encoding. The
 * cost is linear in the length of what is searched. Ignores empty texts.
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
    search ??= createSearch(own);
    return [...inherited, search];
  };
  const hide = (text: string, from = 0, to = text.length): string => {
    const all = searches();
    if (all.length === 0) return text.slice(from, to);
    const lower = lowerCase(text);
    const spans = all.flatMap((find) => [
      ...find(lower),
      ...(lower.includes('%') ? inPercent(lower, find) : []),
    ]);
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
    searches,
  };
}

type Form = { readonly text: string; readonly inWords: boolean };

/** The minimum length of a part of a secret, left by a shortening, that is hidden. */
const minPart = 4;

/** Finds the forms of secrets by their first characters, so that the number of secrets does not matter. */
function createSearch(secrets: Iterable<string>): Search {
  const forms = [...secrets].flatMap(formsOf);
  const length = Math.min(minPart, ...forms.map(({ text }) => text.length));
  const byStart = Map.groupBy(forms, ({ text }) => text.slice(0, length));
  return (lower) => {
    const spans: Span[] = [];
    for (let at = 0; at + length <= lower.length; at++) {
      for (const { text, inWords } of byStart.get(lower.slice(at, at + length)) ?? []) {
        const to = at + text.length;
        const cut = lower.slice(at + minPart, to).indexOf('…') + at + minPart;
        if (cut >= at + minPart && text.startsWith(lower.slice(at, cut))) spans.push([at, cut]);
        if (lower.startsWith(text, at) && (inWords || (isEdge(lower, at - 1) && isEdge(lower, to))))
          spans.push([at, to]);
      }
    }
    for (let at = lower.indexOf('…'); at >= 0; at = lower.indexOf('…', at + 1))
      for (const { text } of forms) spans.push(...endAfter(lower, at + 1, text));
    return spans;
  };
}

/** Returns where the end of a secret is that a shortening left behind an ellipsis. */
function endAfter(lower: string, from: number, secret: string): readonly Span[] {
  const start = lower.slice(from, from + minPart);
  for (
    let at = secret.indexOf(start, 1);
    at > 0 && start.length === minPart;
    at = secret.indexOf(start, at + 1)
  )
    if (lower.startsWith(secret.slice(at), from)) return [[from, from + secret.length - at]];
  return [];
}

/** Searches a text without its percent encoding, each character of which is then one byte. */
function inPercent(text: string, find: Search): readonly Span[] {
  let bytes = '';
  const places: number[] = [];
  for (let at = 0; at < text.length; ) {
    const [, code] = /^%([\da-f]{2})/.exec(text.slice(at, at + 3)) ?? [];
    bytes += code === undefined ? text[at] : String.fromCharCode(Number.parseInt(code, 16));
    places.push(at);
    at += code === undefined ? 1 : 3;
  }
  places.push(text.length);
  return find(lowerCase(bytes)).map(([from, to]) => [places[from] ?? 0, places[to] ?? 0]);
}

/** White space, and what separates values in HTTP, URLs and JSON. */
const separator = /[\s"'`=&,;:?/<>()[\]{}|\\]/;

function isEdge(text: string, at: number): boolean {
  return at < 0 || at >= text.length || separator.test(text[at] ?? '');
}

/** Also of letters whose other case has another length, which would move every later place. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

const entities: Readonly<Record<string, string>> = {
  '&': 'amp',
  '<': 'lt',
  '>': 'gt',
  '"': 'quot',
  "'": '#39',
};

/** As findings name the places in a body (RFC 6901). */
function pointer(text: string): string {
  return text.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Returns how programs write a secret, in lower case. */
function formsOf(secret: string): readonly Form[] {
  const escaped = (pattern: RegExp, prefix: string, length: number) =>
    secret.replace(pattern, (one) => prefix + one.charCodeAt(0).toString(16).padStart(length, '0'));
  const well = secret.toWellFormed();
  const json = JSON.stringify(secret).slice(1, -1);
  const plain = [
    ...[
      secret,
      Buffer.from(well).toString('latin1'),
      secret.replaceAll(' ', '+'),
      json,
      ...[pointer(secret), pointer(json)],
      json.replaceAll('/', '\\/'),
    ],
    ...[escaped(/[^ -~]|[<>&'"\\/+=]/g, '\\u', 4), escaped(/[^ -~]|["\\]/g, '\\u', 4)],
    secret.replace(/[&<>"']/g, (one) => `&${entities[one]};`),
    secret.replace(/[&<>"'/]/g, (one) => `&#x${one.charCodeAt(0).toString(16)};`),
  ];
  const inWords = [...secret].length >= minInWord;
  const forms = [...plain.map((text) => ({ text, inWords })), ...base64Of(Buffer.from(well))];
  return forms.map((form) => ({ ...form, text: lowerCase(form.text) }));
}

/** Returns the characters of base64 that depend on a secret only, if 0, 1 or 2 bytes modulo 3 precede it. */
function base64Of(secret: Buffer): readonly Form[] {
  return [0, 1, 2].flatMap((before) => {
    const bytes = Buffer.concat([Buffer.alloc(before), secret]);
    const end = Math.floor((bytes.length * 8) / 6);
    return (['base64', 'base64url'] as const)
      .map((encoding) => bytes.toString(encoding).slice(Math.ceil((before * 8) / 6), end))
      .filter((text) => text.length >= minBase64)
      .map((text) => ({ text, inWords: true }));
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
