/** The source of a pattern for a token (RFC 9110, 5.6.2). */
export const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

/** Quotes a text from the wire: at most 60 characters, with invisible characters escaped. */
export function quoted(text: string): string {
  return escapeUnseen(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));
}

/** Writes a text on one line: control characters, line separators and direction marks become `\u` escapes. */
export function escapeUnseen(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
