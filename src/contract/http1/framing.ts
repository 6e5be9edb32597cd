import { headerValues } from '../exchange.ts';
import type { RawHeaders } from './head.ts';
import { quoted } from './wire-text.ts';

/** How the end of the content is found. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

/** The framing and its faults, as sentences. `damaged`: the content cannot be trusted. */
export type FramingReading = {
  readonly framing: Framing;
  readonly faults: readonly string[];
  readonly damaged: boolean;
};

type Fields = { readonly version: string; readonly rawHeaders: RawHeaders };

/** Returns the framing of a response to a request with a method (RFC 9112, 6.3). */
export function responseFraming(head: Fields & { readonly status: number }, method: string): FramingReading {
  if (method === 'HEAD' || head.status === 204 || head.status === 304)
    return { framing: { kind: 'none' }, faults: [], damaged: false };
  return framingOf(head);
}

function framingOf({ rawHeaders, version }: Fields): FramingReading {
  const codings = headerValues(rawHeaders, 'transfer-encoding');
  const lengths = headerValues(rawHeaders, 'content-length');
  if (codings.length === 0 && lengths.length > 0) return byLength(lengths);
  if (codings.length === 0) return { framing: { kind: 'close' }, faults: [], damaged: false };
  const faults: string[] = [];
  if (lengths.length > 0) faults.push(`The response has both Content-Length and Transfer-Encoding`);
  if (version === '1.0') faults.push(`An HTTP/1.0 response has Transfer-Encoding`);
  const coding = codings.join(', ').toLowerCase();
  if (coding === 'chunked') return { framing: { kind: 'chunked' }, faults, damaged: false };
  faults.push(`Transfer-Encoding is ${quoted(coding)}; without a TE header only chunked is allowed`);
  const chunked = /(?:^|,\s*)chunked$/.test(coding);
  return { framing: { kind: chunked ? 'chunked' : 'close' }, faults, damaged: true };
}

function byLength(values: readonly string[]): FramingReading {
  const all = values.flatMap((value) => value.split(',').map((part) => part.trim()));
  const different = [...new Set(all)];
  const [first = ''] = different;
  if (different.length > 1)
    return unusable(`Content-Length has different values: ${quoted(different.join(', '))}`);
  if (!/^\d+$/.test(first)) return unusable(`Content-Length is not a number: ${quoted(first)}`);
  const faults = all.length > 1 ? ['Content-Length is repeated'] : [];
  return { framing: { kind: 'length', bytes: Number(first) }, faults, damaged: false };
}

function unusable(fault: string): FramingReading {
  return { framing: { kind: 'close' }, faults: [fault], damaged: true };
}
