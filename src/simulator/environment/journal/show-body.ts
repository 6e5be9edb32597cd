import type { ShownBody } from './journal-exchange.ts';
import type { Redactor } from './redactor.ts';

/** Shows what is kept of a body that had `length` bytes; undefined where it had none. */
export function showBody(
  kept: string | Buffer | undefined,
  length: number,
  redactor: Redactor,
): ShownBody | undefined {
  if (length === 0) return undefined;
  if (kept === undefined) return { length, truncated: true };
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
  const truncated = bytes.length < length;
  const text = readUtf8(bytes, truncated);
  if (text !== undefined)
    return { length, truncated, text: redactor.text(truncated ? text.replace(lastWord, '…') : text) };
  const redacted = Buffer.from(redactor.text(bytes.toString('latin1')), 'latin1');
  return { length, truncated, base64: redacted.toString('base64') };
}

/** What was cut may be the beginning of a key, which nobody would know for one. */
const lastWord = /[^\s"'`=&,;:?/<>()[\]{}|\\]*$/;

/** The text of bytes, without a character that was cut in two at the end; undefined where they are no UTF-8. */
function readUtf8(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated });
  } catch {
    return undefined;
  }
}
