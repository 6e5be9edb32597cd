import type { Answer } from './exchange.ts';
import type { Head } from './head.ts';
import { quoted } from './quoted.ts';

/** How the end of an answer's content is found. */
export type Framing =
  | { readonly kind: 'none' }
  | { readonly kind: 'length'; readonly bytes: number }
  | { readonly kind: 'chunked' }
  | { readonly kind: 'close' };

/** The framing with what is wrong with it. `damaged`: the content cannot be trusted. */
export type FramingResult = {
  readonly framing: Framing;
  readonly faults: readonly string[];
  readonly damaged: boolean;
};

/** The values of a header, whatever the case of its name, in order. */
export function headerValues(rawHeaders: Answer['rawHeaders'], name: string): string[] {
  const wanted = name.toLowerCase();
  return rawHeaders.filter(([given]) => given.toLowerCase() === wanted).map(([, value]) => value);
}

/** Finds the framing of an answer to GET or DELETE by RFC 9112, 6.3. */
export function framingOf(head: Head): FramingResult {
  if (head.status === 204 || head.status === 304)
    return { framing: { kind: 'none' }, faults: [], damaged: false };
  const codings = headerValues(head.rawHeaders, 'transfer-encoding');
  const lengths = headerValues(head.rawHeaders, 'content-length');
  if (codings.length > 0) return byCoding(head, codings.join(', ').toLowerCase(), lengths.length > 0);
  if (lengths.length > 0) return byLength(lengths);
  return { framing: { kind: 'close' }, faults: [], damaged: false };
}

function byCoding(head: Head, coding: string, withLength: boolean): FramingResult {
  const faults: string[] = [];
  if (withLength) faults.push('Content-Length and Transfer-Encoding stand together');
  if (head.version === '1.0') faults.push('An HTTP/1.0 answer has Transfer-Encoding');
  if (coding === 'chunked') return { framing: { kind: 'chunked' }, faults, damaged: false };
  faults.push(`Transfer-Encoding is ${quoted(coding)}, where only chunked may be sent unasked`);
  const chunked = /(?:^|,\s*)chunked$/.test(coding);
  return { framing: { kind: chunked ? 'chunked' : 'close' }, faults, damaged: true };
}

function byLength(values: readonly string[]): FramingResult {
  const all = values.flatMap((value) => value.split(',').map((part) => part.trim()));
  const different = [...new Set(all)];
  const [first = ''] = different;
  if (different.length > 1) {
    return unusable(`Content-Length has different values: ${quoted(different.join(', '))}`);
  }
  if (!/^\d+$/.test(first)) return unusable(`Content-Length is not a number: ${quoted(first)}`);
  const faults = all.length > 1 ? ['Content-Length stands more than once'] : [];
  return { framing: { kind: 'length', bytes: Number(first) }, faults, damaged: false };
}

function unusable(fault: string): FramingResult {
  return { framing: { kind: 'close' }, faults: [fault], damaged: true };
}
