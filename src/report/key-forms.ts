/** One piece of a form of a key, usually one character. */
type KeyPiece = {
  /** Source of the pattern that matches the piece. */
  readonly source: string;
  /** Every match contains at least one of these bytes; undefined if that is not known. */
  readonly signs: readonly number[] | undefined;
};

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** Returns the codes of ASCII characters in both cases. A pattern without flag `u` matches no other character. */
function inAnyCase(...characters: readonly string[]): readonly number[] | undefined {
  const all = characters.flatMap((character) => [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
  ]);
  const codes = [...new Set(all.map((character) => character.codePointAt(0) ?? 0))];
  return codes.every((code) => code < 0x80) ? codes : undefined;
}

/** Characters that a JSON pointer escapes. */
const inPointer: Readonly<Record<string, string>> = { '~': '~0', '/': '~1' };

/** Returns one character of a key in every spelling: raw, and as a percent, JSON, JSON pointer or HTML escape. */
function spellings(character: string): KeyPiece {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const encoded = character.isWellFormed() ? encodeURIComponent(character) : '';
  const percent = encoded.startsWith('%') ? encoded : `%${hex.padStart(2, '0')}`;
  const json = character
    .split('')
    .map((unit) => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  const pointer = inPointer[character];
  return {
    source: `(?:${pointer === undefined ? '' : `${pointer}|`}\\\\?${literal(character)}|${percent}|${json}|&#0*${code};|&#x0*${hex};)`,
    signs: inAnyCase(character, '%', '\\', '&', ...(pointer === undefined ? [] : ['~'])),
  };
}

const base64Spellings: Readonly<Record<string, KeyPiece>> = {
  '+': { source: '(?:\\+|-|%2b)', signs: inAnyCase('+', '-', '%') },
  '/': { source: '(?:\\\\?\\/|_|%2f)', signs: inAnyCase('/', '_', '%') },
};

const asItIs = (character: string): KeyPiece => ({ source: character, signs: inAnyCase(character) });

/**
 * Returns the base64 forms of a key inside any longer text: for each of the three alignments, the characters that depend
 * only on the key, in the standard and the URL alphabet.
 */
function base64Forms(key: string): readonly (readonly KeyPiece[])[] {
  const bytes = Buffer.from(key);
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [...own].map((character) => base64Spellings[character] ?? asItIs(character));
  });
}

/**
 * Returns every form that reveals a key, as consecutive pieces: the key in any escaping and case, in UTF-16, in hex, in
 * base64 at any alignment, and without its first or last character, because a response may echo the shortened key of a
 * probe.
 */
export function keyForms(key: string): readonly (readonly KeyPiece[])[] {
  const nearly = key.length < 8 ? [key] : [key, key.slice(0, -1), key.slice(1)];
  const between: KeyPiece = { source: '\\0?', signs: undefined };
  const spelled = nearly.map((text) =>
    [...text].map(spellings).flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])),
  );
  if (key.length < 4) return spelled;
  return [...spelled, [...Buffer.from(key).toString('hex')].map(asItIs), ...base64Forms(key)];
}

/** Returns the pattern that matches a key in all of its forms. */
export function keyPattern(forms: ReturnType<typeof keyForms>): RegExp {
  return new RegExp(forms.map((pieces) => pieces.map(({ source }) => source).join('')).join('|'), 'gi');
}

/**
 * Returns false if the bytes cannot contain a form of the key, because every form has a piece of which no sign is in the
 * bytes. The search for single bytes takes a hundredth of the time of the pattern, and excludes nearly every long list.
 */
export function mayContain(bytes: Buffer, forms: ReturnType<typeof keyForms>): boolean {
  const known = new Map<number, boolean>();
  const has = (sign: number): boolean => {
    const result = known.get(sign) ?? bytes.includes(sign);
    known.set(sign, result);
    return result;
  };
  return forms.some((pieces) => pieces.every(({ signs }) => signs === undefined || signs.some(has)));
}
