/**
 * A piece of a form of a key: the pattern of what stands for it, and bytes of which one at least stands in whatever that
 * pattern matches; undefined where no such bytes are known.
 */
export type KeyPiece = { readonly source: string; readonly signs: readonly number[] | undefined };

function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** ASCII characters in either case; a pattern without flag `u` takes no other character for one of them. */
function inAnyCase(...characters: readonly string[]): readonly number[] | undefined {
  const all = characters.flatMap((character) => [
    character,
    character.toLowerCase(),
    character.toUpperCase(),
  ]);
  const codes = [...new Set(all.map((character) => character.codePointAt(0) ?? 0))];
  return codes.every((code) => code < 0x80) ? codes : undefined;
}

/** One character of a key in every spelling that text formats have for it: raw, percent, JSON and HTML escapes. */
function spellings(character: string): KeyPiece {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const encoded = character.isWellFormed() ? encodeURIComponent(character) : '';
  const percent = encoded.startsWith('%') ? encoded : `%${hex.padStart(2, '0')}`;
  const json = character
    .split('')
    .map((unit) => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  return {
    source: `(?:\\\\?${literal(character)}|${percent}|${json}|&#0*${code};|&#x0*${hex};)`,
    signs: inAnyCase(character, '%', '\\', '&'),
  };
}

const base64Spellings: Readonly<Record<string, KeyPiece>> = {
  '+': { source: '(?:\\+|-|%2b)', signs: inAnyCase('+', '-', '%') },
  '/': { source: '(?:\\\\?\\/|_|%2f)', signs: inAnyCase('/', '_', '%') },
};

const asItIs = (character: string): KeyPiece => ({ source: character, signs: inAnyCase(character) });

/**
 * A key's base64, whatever stands before and after it in what was encoded: for each of the three alignments, the
 * characters that depend on the key alone. Standard and URL alphabets.
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
 * What gives a key away: the key in any escaping, any case, in UTF-16, in hex, in base64 at any alignment, and the key
 * without its first or last character, as a probe with a shortened key makes an answer echo it. Each form is the pieces
 * that stand one after the other.
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

/** The pattern of a key in all of its forms. */
export function keyPattern(forms: ReturnType<typeof keyForms>): RegExp {
  return new RegExp(forms.map((pieces) => pieces.map(({ source }) => source).join('')).join('|'), 'gi');
}

/**
 * False where no form of the key can stand in these bytes, for each has a piece of which they hold no sign. To look for
 * single bytes takes a hundredth of the time that the pattern takes: nearly every long list is done with then.
 */
export function mayHold(bytes: Buffer, forms: ReturnType<typeof keyForms>): boolean {
  const known = new Map<number, boolean>();
  const has = (sign: number): boolean => {
    const result = known.get(sign) ?? bytes.includes(sign);
    known.set(sign, result);
    return result;
  };
  return forms.some((pieces) => pieces.every(({ signs }) => signs === undefined || signs.some(has)));
}
