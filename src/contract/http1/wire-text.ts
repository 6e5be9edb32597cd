import { plainText } from '../../report/plain-text.ts';

/** The source of a pattern for a token (RFC 9110, 5.6.2). */
export const token = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

/** Quotes a text from the wire: at most 60 characters, with invisible characters escaped. */
export function quoted(text: string): string {
  return plainText(JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text));
}
