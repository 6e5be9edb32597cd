function literal(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}

/** One character of a key in every spelling that text formats have for it: raw, percent, JSON and HTML escapes. */
function spellings(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  const encoded = character.isWellFormed() ? encodeURIComponent(character) : '';
  const percent = encoded.startsWith('%') ? encoded : `%${hex.padStart(2, '0')}`;
  const json = character
    .split('')
    .map((unit) => `\\\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
  return `(?:\\\\?${literal(character)}|${percent}|${json}|&#0*${code};|&#x0*${hex};)`;
}

const base64Spellings: Readonly<Record<string, string>> = {
  '+': '(?:\\+|-|%2b)',
  '/': '(?:\\\\?\\/|_|%2f)',
};

/**
 * A key's base64, whatever stands before and after it in what was encoded: for each of the three alignments, the
 * characters that depend on the key alone. Standard and URL alphabets.
 */
function base64Forms(key: string): readonly string[] {
  const bytes = Buffer.from(key);
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes]).toString('base64');
    const own = text.slice(Math.ceil((before * 4) / 3), Math.floor(((before + bytes.length) * 4) / 3));
    return [...own].map((character) => base64Spellings[character] ?? character).join('');
  });
}

/**
 * What gives a key away: the key in any escaping, any case, in UTF-16, in hex, in base64 at any alignment, and the key
 * without its first or last character, as a probe with a shortened key makes an answer echo it.
 */
export function keyPattern(key: string): RegExp {
  const nearly = key.length < 8 ? [key] : [key, key.slice(0, -1), key.slice(1)];
  const spelled = nearly.map((text) => [...text].map(spellings).join('\\0?'));
  const coded = key.length < 4 ? [] : [Buffer.from(key).toString('hex'), ...base64Forms(key)];
  return new RegExp([...spelled, ...coded].join('|'), 'gi');
}
