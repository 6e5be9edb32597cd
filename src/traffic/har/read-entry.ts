import { isUtf8 } from 'node:buffer';
import { noKey, type RequestKey, validKey } from '../../contract/api-key.ts';
import { type ExchangeOutcome, headerValues } from '../../contract/exchange.ts';
import { decodeContent } from '../../contract/http1/content-coding.ts';
import { askedFor, keyOf, type RecordedExchange } from '../../contract/recorded.ts';
import { operationOf, readAddress } from './har-address.ts';
import type { HarEntry, HarHeader } from './har-format.ts';

type HarResponse = HarEntry['response'];
const maxBytes = 256 * 1024 * 1024;

/**
 * Returns the headers as they were received: without HTTP/2 pseudo headers (`:status`), and with the values that a
 * browser joined with line breaks as several headers.
 */
export function rawHeadersOf(headers: readonly HarHeader[]): readonly (readonly [string, string])[] {
  return headers
    .filter(({ name }) => !name.startsWith(':'))
    .flatMap(({ name, value }) => value.split('\n').map((one) => [name, one] as const));
}

/**
 * Decodes the coded bytes that some proxies record. Browsers record decoded text with headers that still name the coding: only bytes
 * that are not UTF-8 text are decoded.
 */
export async function withDecodedBody(entry: HarEntry): Promise<HarEntry> {
  const { response } = entry;
  const { text, encoding } = response.content ?? {};
  const bytes = encoding?.toLowerCase() === 'base64' ? Buffer.from(text ?? '', 'base64') : Buffer.alloc(0);
  if (isUtf8(bytes)) return entry;
  const decoded = decodeContent(bytes, rawHeadersOf(response.headers ?? []), maxBytes);
  if (decoded.kind !== 'decoded') return entry;
  return {
    ...entry,
    response: { ...response, content: { ...response.content, text: decoded.body.toString('base64') } },
  };
}

/** What a recording contains of a body. */
type RecordedBody =
  | { readonly kind: 'whole'; readonly bytes: Buffer }
  /** The recorder kept only its beginning. */
  | { readonly kind: 'cut' }
  /** It may have existed. */
  | { readonly kind: 'missing' };

export function bodyOf({ response }: HarEntry): RecordedBody {
  const { status, content, bodySize } = response;
  const { text, encoding } = content ?? {};
  const size = content?.size ?? undefined;
  if (typeof text === 'string' && (text !== '' || !size)) {
    if (encoding && encoding.toLowerCase() !== 'base64') return { kind: 'missing' };
    const bytes = Buffer.from(text, encoding ? 'base64' : 'utf8');
    return isCut(bytes, content) ? { kind: 'cut' } : { kind: 'whole', bytes };
  }
  const sizes = [size, bodySize ?? undefined];
  const empty = status === 204 || (sizes.includes(0) && sizes.every((one) => one === undefined || one === 0));
  return empty ? { kind: 'whole', bytes: Buffer.alloc(0) } : { kind: 'missing' };
}

/**
 * Whether a body is shorter than the recorder says. `size` is the decoded length, or in some recordings the coded one, to
 * which `compression` must be added. What is JSON is whole: browsers remove a byte order mark, and some sizes are wrong.
 */
function isCut(bytes: Buffer, content: HarResponse['content']): boolean {
  const { size, compression } = content ?? {};
  if (!size || bytes.length >= size || bytes.length === size + (compression ?? 0)) return false;
  try {
    JSON.parse(bytes.toString());
    return false;
  } catch {
    return true;
  }
}

function statusLine({ httpVersion, status, statusText }: HarResponse): string {
  const version = (httpVersion ?? '').toUpperCase().replace(/^H([23])$/, 'HTTP/$1');
  return `${version === '' || version === 'UNKNOWN' ? 'HTTP' : version} ${status} ${statusText ?? ''}`.trim();
}

/**
 * Returns the response of an entry. Its `body` is undefined if the recording leaves it out, so that no rule about bodies
 * is exercised. A recording never contains the framing of the message.
 */
function outcomeOf(entry: HarEntry): ExchangeOutcome {
  const { response: recorded, time } = entry;
  if (recorded.status < 100) {
    const why = recorded._error || recorded._failureText;
    const message = `the recording has no response${why ? `: ${why}` : ''}`;
    return { kind: 'failed', reason: 'aborted', message };
  }
  const headers = rawHeadersOf(recorded.headers ?? []);
  const type = recorded.content?.mimeType;
  const rawHeaders = headers.length === 0 && type ? [['Content-Type', type] as const] : headers;
  const found = bodyOf(entry);
  const body = found.kind === 'whole' ? found.bytes : undefined;
  const response = {
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

/** As far as it shows: with a Date, which every service with a clock sends (RFC 9110, 6.6.1). */
function hasAllHeaders({ response }: HarEntry): boolean {
  return (response.headers ?? []).some(({ name }) => name.toLowerCase() === 'date');
}

export function authorizationsOf({ request }: HarEntry): readonly string[] {
  return headerValues(
    (request.headers ?? []).map(({ name, value }) => [name, value]),
    'authorization',
  );
}

/**
 * `keysRecorded` is whether the recording contains any Authorization header: some exports leave them out, and then a missing
 * header proves nothing.
 */
function keyIn(entry: HarEntry, keysRecorded: boolean): RequestKey {
  const refused = entry.response.status === 401;
  const [first] = authorizationsOf(entry);
  if (first === undefined) return keysRecorded || refused ? noKey : validKey;
  return keyOf(first, refused);
}

/** Converts an entry to an exchange of the contract. Its number is final when the exchanges are sorted. */
export function recordedExchange(
  entry: HarEntry,
  path: string,
  keysRecorded: boolean,
): RecordedExchange | undefined {
  const operationId = operationOf(entry.request.method, path);
  if (operationId === undefined) return undefined;
  const startedAt = Date.parse(entry.startedDateTime);
  return {
    exchange: {
      number: 0,
      request: {
        operationId,
        method: operationId === 'listOrders' ? 'GET' : 'DELETE',
        path,
        query: readAddress(entry.request.url)?.query ?? '',
        key: keyIn(entry, keysRecorded),
      },
      startedAt,
      outcome: outcomeOf(entry),
    },
    endedAt: startedAt + Math.max(0, entry.time ?? 0),
    headersKnown: hasAllHeaders(entry),
    framingKnown: false,
    ...askedFor(rawHeadersOf(entry.request.headers ?? [])),
  };
}
