import type { Secrets } from '../../secrets/secrets.ts';
import { escapeUnseen } from '../http1/wire-text.ts';

const reach = 36;
const maxValue = 40;
// Reads more than it shows on each side, so that a key is hidden even if the excerpt cuts it.
const margin = 512;

/** Returns the bytes around an offset of a body as text on one line: `byte 17: …"id":1,"id":2…`. */
export function excerpt(bytes: Buffer, at: number, hide: Secrets['hide']): string {
  if (bytes.length === 0) return 'an empty body';
  const start = Math.max(0, at - reach);
  const end = Math.min(bytes.length, at + reach);
  // Latin-1 has one character for each byte, so that offsets stay correct; the shown part is decoded as UTF-8.
  const from = Math.max(0, start - margin);
  const wide = bytes.toString('latin1', from, end + margin);
  const shown = Buffer.from(hide(wide, start - from, end - from), 'latin1').toString('utf8');
  return `byte ${at}: ${start > 0 ? '…' : ''}${escapeUnseen(shown)}${end < bytes.length ? '…' : ''}`;
}

/** Returns the value from `start` to `end`, cut after 40 characters, and the bytes around it. */
export function excerptOfValue(bytes: Buffer, start: number, end: number, hide: Secrets['hide']): string {
  const wide = bytes.toString('utf8', start, Math.min(end, start + margin));
  const value = hide(wide, 0, maxValue) + (wide.length > maxValue ? '…' : '');
  return `${escapeUnseen(value)} at ${excerpt(bytes, start, hide)}`;
}
