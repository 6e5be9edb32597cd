import { headerValues } from '../exchange.ts';
import type { RawHeaders } from './head.ts';
import { quoted } from './wire-text.ts';

/** Returns the faults of a response in Transfer-Encoding that the parser of Node.js accepts (RFC 9112, 6.1), as sentences. */
export function framingFaults({
  version,
  rawHeaders,
}: {
  readonly version: string;
  readonly rawHeaders: RawHeaders;
}): readonly string[] {
  const coding = headerValues(rawHeaders, 'transfer-encoding').join(', ').toLowerCase();
  if (coding === '') return [];
  if (coding !== 'chunked')
    return [`Transfer-Encoding is ${quoted(coding)}; without a TE header only chunked is allowed`];
  return version === '1.0' ? ['An HTTP/1.0 response has Transfer-Encoding'] : [];
}
