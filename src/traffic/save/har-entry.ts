import type { NumberUse } from '../pseudonyms/change.ts';
import { changeJson } from '../pseudonyms/change-json.ts';
import { changeText, type TextRules } from '../pseudonyms/change-text.ts';
import type { SeenBody, SeenExchange } from './seen-exchange.ts';

/** Headers of HTTP itself: their numbers are no ids, and their dates are the time of the exchange. */
const protocolHeaders = new Set(
  [
    'accept-ranges age allow alt-svc cache-control connection content-encoding content-language content-length content-type',
    'date expires keep-alive pragma retry-after server strict-transport-security trailer transfer-encoding upgrade vary via',
    'www-authenticate x-content-type-options x-frame-options',
  ].flatMap((names) => names.split(' ')),
);
/** Headers with a digest, which would confirm a guess of the body. */
const digestHeaders = new Set(['etag', 'content-md5', 'digest', 'content-digest', 'repr-digest']);
const byteOrderMark = '\ufeff';
/** Parameters of a query whose values are ids. */
const idParameters: Readonly<Record<string, NumberUse>> = { id: 'id', orderid: 'id', petid: 'petId' };

/**
 * Returns an exchange as an entry of a HAR file, with changed values. The times of the exchange, its sizes and what is said
 * about the key stay.
 *
 * @param origin the scheme, host and port of the upstream
 */
export function harEntry(seen: SeenExchange, origin: string, rules: TextRules): object {
  const { startedAt, durationMs: time, method, basePath, status, httpVersion, requestHeaders } = seen;
  for (const digits of seen.hiddenDigits) changeText(digits, 'id', rules);
  const path = seen.path.replace(/-?\d+$/, (id) => changeText(id, 'id', rules));
  const query = seen.query === '' ? '' : `?${changeQuery(seen.query, rules)}`;
  const { content, grown } = contentOf(seen.body, rules);
  const headers = seen.headers.map(([name, value]) => changeHeader(name, value, grown, rules));
  const mimeType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method,
      url: `${origin}${basePath}${path}${query}`,
      httpVersion: 'HTTP/1.1',
      headers: requestHeaders.map(([name, value]) => ({ name, value })),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status,
      statusText: changeText(seen.statusText, 'label', rules),
      httpVersion,
      headers,
      cookies: [],
      content: { mimeType, ...content },
      redirectURL: '',
      headersSize: -1,
      bodySize: seen.bodySize + grown,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _number: seen.number,
  };
}

function changeQuery(query: string, rules: TextRules): string {
  return query.replace(/(^|&)([^=&]+)=(\d+)/g, (all, start: string, name: string, value: string) => {
    const use = idParameters[name.toLowerCase()];
    return use === undefined ? all : `${start}${name}=${changeText(value, use, rules)}`;
  });
}

function changeHeader(
  name: string,
  value: string,
  grown: number,
  rules: TextRules,
): { name: string; value: string } {
  const known = name.toLowerCase();
  if (known === 'content-length' && /^\d+$/.test(value))
    return { name, value: `${Math.max(0, Number(value) + grown)}` };
  if (protocolHeaders.has(known) || known.startsWith('access-control-')) return { name, value };
  if (digestHeaders.has(known)) return { name, value: changeDigest(known, value, rules) };
  return { name: changeText(name, 'label', rules), value: changeText(value, 'text', rules) };
}

/** Equal digests stay equal. The names of algorithms stay. */
function changeDigest(name: string, value: string, { change }: TextRules): string {
  const { opaque } = change.scramble;
  if (name === 'etag')
    return value.replace(/^(W\/)?(.*)$/, (_all, weak = '', tag: string) => weak + opaque(tag));
  if (name === 'content-md5') return opaque(value);
  return value.replace(
    /=(:?)([\w+/=-]+)/g,
    (_all, colon: string, digest: string) => `=${colon}${opaque(digest)}`,
  );
}

/** `grown`: by how many bytes the body became longer than it was sent. */
function contentOf(body: SeenBody, rules: TextRules): { readonly content: object; readonly grown: number } {
  // Without a text, a reader knows that the body is missing.
  if (body.kind === 'missing') return { content: { size: body.bytes }, grown: 0 };
  if (body.kind === 'binary')
    return {
      content: { size: body.bytes, comment: 'left out, because it is no UTF-8 text and may contain ids' },
      grown: 0,
    };
  const text = changeBody(body.text, rules);
  const size = Buffer.byteLength(text);
  return { content: { size, text }, grown: body.sent === undefined ? 0 : size - body.sent };
}

/** In a text that is not JSON, every number may be an id. */
function changeBody(text: string, rules: TextRules): string {
  if (text.startsWith(byteOrderMark)) return byteOrderMark + changeBody(text.slice(1), rules);
  return changeJson(text, rules) ?? changeText(text, 'any-id', rules);
}
