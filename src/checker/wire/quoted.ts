/** A text from the wire in double quotes, cut after 60 characters, with what cannot be seen escaped. */
export function quoted(text: string): string {
  return escapeUnseen(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));
}

/** The text on one line: controls, line separators and marks of writing direction as `\u` escapes. */
export function escapeUnseen(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/gu,
    (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`,
  );
}
