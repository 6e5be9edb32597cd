import type { Body } from '../../../control-api.ts';
import type { Redactor } from './redactor.ts';

/** Converts the kept part of a body of `length` bytes. Returns undefined if the body is empty. */
export function showBody(
  kept: string | Buffer | undefined,
  length: number,
  redactor: Pick<Redactor, 'hide' | 'hideBytes'>,
): Body | undefined {
  if (length === 0) return undefined;
  if (kept === undefined) return { length, truncated: true };
  const bytes = typeof kept === 'string' ? Buffer.from(kept) : kept;
  const truncated = bytes.length < length;
  const text = readUtf8(bytes, truncated);
  if (text !== undefined)
    return { length, truncated, text: redactor.hide(truncated ? text.replace(lastWord, '…') : text) };
  return { length, truncated, base64: redactor.hideBytes(bytes).toString('base64') };
}

/** The last word of a truncated text may be a part of a key, which the redactor cannot recognize. */
const lastWord = /[^\s"'`=&,;:?/<>()[\]{}|\\]*$/;

/** Decodes UTF-8, without an incomplete character at the end. Returns undefined if the bytes are not UTF-8. */
function readUtf8(bytes: Buffer, truncated: boolean): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: truncated });
  } catch {
    return undefined;
  }
}
