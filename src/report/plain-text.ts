/**
 * Characters that control a terminal or change how text is displayed: C0 and C1 controls (including ESC and newlines),
 * DEL, line and bidirectional controls, zero-width characters, noncharacters and lone surrogates.
 */
const controls =
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
 * Escapes text from outside so that it is one harmless line: it contains no terminal sequence, no line break and no
 * character that XML forbids. Control characters stay visible as escapes (`\x1b`, `\u202e`).
 */
export function plainText(text: string): string {
  return text.replace(controls, escapeCharacter);
}

/** Returns at most `max` characters of a text, followed by the number of characters that were left out. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(max - 1)) ? max - 1 : max;
  return `${text.slice(0, end)}… (${text.length - end} more characters)`;
}

/** Quotes a text from the wire: at most 60 characters, with invisible characters escaped. */
export function quoted(text: string): string {
  return plainText(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));
}
