import { randomInt } from 'node:crypto';

/** A key that is not that of the target. */
type WrongForm = {
  /** `with an empty key` */
  readonly words: string;
  header(apiKey: string): string;
};

/** What is sent instead of a valid key. */
export const wrongForms = {
  random: {
    words: 'with a random key of the same length and alphabet',
    header: (key) => `Bearer ${randomKey(key)}`,
  },
  'last-changed': {
    words: 'with the key with another last character',
    header: (key) => `Bearer ${changedAt(key, key.length - 1)}`,
  },
  'first-changed': {
    words: 'with the key with another first character',
    header: (key) => `Bearer ${changedAt(key, 0)}`,
  },
  'middle-changed': {
    words: 'with the key with another character in the middle',
    header: (key) => `Bearer ${changedAt(key, key.length >> 1)}`,
  },
  'one-character-less': {
    words: 'with the key without its last character',
    header: (key) => `Bearer ${key.length > 1 ? key.slice(0, -1) : randomKey(key)}`,
  },
  empty: {
    words: 'with an empty key',
    header: () => 'Bearer ',
  },
  /** Only recorded traffic has it. */
  'other-scheme': {
    words: 'with the key in Base64 in the Basic scheme',
    header: (key) => `Basic ${Buffer.from(key).toString('base64')}`,
  },
} as const satisfies Readonly<Record<string, WrongForm>>;

/** How a wrong key differs from the valid one. */
export type WrongKeyForm = keyof typeof wrongForms;

/** The key of a request. The key itself is added at the socket; no value that a report can reach holds it. */
export type RequestKey =
  /** `scheme`: how Bearer is written, if not so. */
  | { readonly kind: 'valid'; readonly scheme?: string }
  | { readonly kind: 'none' }
  /** A key of recorded traffic whose request got a 401: it may have been right before. */
  | { readonly kind: 'refused' }
  /** Not a key of the target: a name in `wrongForms`. */
  | { readonly kind: 'invalid'; readonly how: WrongKeyForm };

export const validKey: RequestKey = { kind: 'valid' };

export const noKey: RequestKey = { kind: 'none' };

/** What a target must refuse: no key, and each wrong key. */
export const refusedKeys: readonly RequestKey[] = [
  noKey,
  ...(
    ['random', 'last-changed', 'first-changed', 'middle-changed', 'one-character-less', 'empty'] as const
  ).map((how) => ({ kind: 'invalid', how }) as const),
];

/** Describes a key: `without a key`, `with a random key`. */
export function describeKey(key: RequestKey): string {
  if (key.kind === 'valid') return 'with the key';
  if (key.kind === 'none') return 'without a key';
  if (key.kind === 'refused') return 'with a key that is refused';
  return wrongForms[key.how].words;
}

/** Returns the value of the Authorization header for a key, or undefined for no header. */
export function authorization(key: RequestKey, apiKey: string): string | undefined {
  if (key.kind === 'valid') return `${key.scheme ?? 'Bearer'} ${apiKey}`;
  return key.kind === 'invalid' ? wrongForms[key.how].header(apiKey) : undefined;
}

/** A text derived from a key hides nothing if it is shorter, and would be found in any text. */
const leastLength = 6;

/** Returns the texts from which a key could be guessed: itself, and the wrong keys that are made of it. */
export function textsOfKey(apiKey: string): readonly string[] {
  const { random: _random, 'other-scheme': _basic, ...derived } = wrongForms;
  const sent = Object.values<WrongForm>(derived).map(({ header }) => header(apiKey).slice('Bearer '.length));
  return [apiKey, ...sent.filter((text) => text.length >= leastLength)];
}

/** Characters that a key in hexadecimal digits may have, too. */
const alphabets = ['0123456789', 'ABCDEF', 'abcdef'] as const;

/** Returns another character of the same kind. */
function otherThan(old: string, draw: (limit: number) => number): string {
  const others = alphabets[/[0-9]/.test(old) ? 0 : /[A-Z]/.test(old) ? 1 : 2].replace(old, '');
  return others.charAt(draw(others.length));
}

function changedAt(key: string, at: number): string {
  return key.slice(0, at) + otherThan(key.charAt(at), () => 0) + key.slice(at + 1);
}

/** Draws a key of the same length and kind, or a longer one if it has no letter and no digit. */
function randomKey(apiKey: string): string {
  const drawn = apiKey.replace(/[a-zA-Z0-9]/g, (old) => otherThan(old, randomInt));
  return drawn === apiKey ? `${drawn}0` : drawn;
}
