import { isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { ExchangeOutcome, ReceivedResponse } from '../wire/exchange.ts';
import type { HarEntry, HarHeader } from './har-format.ts';

type HarResponse = HarEntry['response'];
type Undo = (coded: Buffer, options: { readonly maxOutputLength: number }) => Buffer;

const decoders: Readonly<Record<string, readonly Undo[]>> = {
  gzip: [gunzipSync],
  'x-gzip': [gunzipSync],
  deflate: [inflateSync, inflateRawSync],
  br: [brotliDecompressSync],
  zstd: [zstdDecompressSync],
};

const mostBytes = 256 * 1024 * 1024;

/**
 * Headers as they were received: an HTTP/2 pseudo header (`:status`) is none, and a value that a browser joined from
 * several headers with line breaks is several again.
 */
export function rawHeadersOf(headers: readonly HarHeader[]): readonly (readonly [string, string])[] {
  return headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((one) => [name, one] as const));
}

function decoded(bytes: Buffer, decoder: Undo): Buffer | undefined {
  try {
    return decoder(bytes, { maxOutputLength: mostBytes });
  } catch {
    return undefined;
  }
}

/**
 * Undoes a content coding, once. Browsers record what they decoded under headers that still name the coding, some
 * proxies record what was on the wire: text is taken as it is, and only bytes that are no UTF-8 text are decoded.
 */
function undoCoding(bytes: Buffer, coding: string): Buffer {
  if (isUtf8(bytes)) return bytes;
  for (const decoder of decoders[coding] ?? []) {
    const text = decoded(bytes, decoder);
    if (text !== undefined) return text;
  }
  return bytes;
}

/** The body with its coding undone; undefined where the recording has none although there may have been one. */
function bodyOf({ status, content, bodySize }: HarResponse, coding: string): Buffer | undefined {
  const { text, encoding, size } = content ?? {};
  if (typeof text === 'string' && (text !== '' || !size)) {
    if (!encoding) return Buffer.from(text);
    return encoding.toLowerCase() === 'base64' ? undoCoding(Buffer.from(text, 'base64'), coding) : undefined;
  }
  const sizes = [size, bodySize ?? undefined];
  const empty = status === 204 || (sizes.includes(0) && sizes.every((one) => one === undefined || one === 0));
  return empty ? Buffer.alloc(0) : undefined;
}

function statusLine({ httpVersion, status, statusText }: HarResponse): string {
  const version = (httpVersion ?? '').toUpperCase().replace(/^H([23])$/, 'HTTP/$1');
  return `${version === '' || version === 'UNKNOWN' ? 'HTTP' : version} ${status} ${statusText ?? ''}`.trim();
}

/**
 * The answer of a recorded exchange. `body` is undefined where the recording leaves it out, so that no rule about
 * bodies is exercised; how the message was framed is never known.
 */
export function outcomeOf({ response: recorded, time }: HarEntry): ExchangeOutcome {
  if (recorded.status < 100) {
    const message = `the recording has no answer${recorded._error ? `: ${recorded._error}` : ''}`;
    return { kind: 'failed', reason: 'aborted', message };
  }
  const headers = rawHeadersOf(recorded.headers ?? []);
  const type = recorded.content?.mimeType;
  const rawHeaders = headers.length === 0 && type ? [['Content-Type', type] as const] : headers;
  const coding = headers.find(([name]) => name.toLowerCase() === 'content-encoding')?.[1] ?? '';
  const body = bodyOf(recorded, coding.trim().toLowerCase());
  const response: ReceivedResponse = {
    statusLine: statusLine(recorded),
    status: recorded.status,
    rawHeaders,
    content: body ?? Buffer.alloc(0),
    body,
    faults: [],
    durationMs: Math.max(0, time ?? 0),
  };
  return { kind: 'responded', response };
}
