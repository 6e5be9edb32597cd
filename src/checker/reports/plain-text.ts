/**
 * Everything that could act on a reader instead of being read: C0 and C1 controls (with ESC and newlines), DEL, line
 * and bidirectional controls, zero-width characters, noncharacters, and surrogates that stand alone.
 */
const acting =
  /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb\p{NChar}]|\p{Surrogate}/gu;

const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function escapeCharacter(character: string): string {
  const known = named[character];
  if (known !== undefined) return known;
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  if (code > 0xffff) return `\\u{${hex}}`;
  return code < 0x100 ? `\\x${hex.padStart(2, '0')}` : `\\u${hex.padStart(4, '0')}`;
}

/**
 * Text from outside as one line that only shows itself: no terminal sequence, no line break, nothing that XML forbids.
 * What was there stays visible as an escape (`\x1b`, `\u202e`).
 */
export function plainText(text: string): string {
  return text.replace(acting, escapeCharacter);
}

/** The beginning of a text, at most `most` characters of it; says how many were left out. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(most - 1)) ? most - 1 : most;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}
