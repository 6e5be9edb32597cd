import { isUtf8 } from 'node:buffer';
import type { ReceivedResponse } from '../../contract/exchange.ts';
import type { RecordedExchange } from '../../contract/recorded-exchange.ts';
import { redacted } from '../../secrets/secrets.ts';
import type { JudgedExchange } from '../proxy/observe/observer.ts';
import { changeJson } from '../pseudonyms/change-json.ts';
import type { Pseudonyms } from '../pseudonyms/pseudonyms.ts';

/** How exchanges become entries of a HAR file. */
export type HarContext = {
  readonly url: string;
  /** Numbers keys by their `keyId`. */
  readonly keyNumber: (keyId: string) => number;
  readonly pseudonyms: Pseudonyms;
};

type HarHeader = { readonly name: string; readonly value: string };

/** Headers of HTTP itself, whose values say nothing of orders. */
const protocolHeaders = new Set(
  [
    'accept-ranges age allow alt-svc cache-control connection content-encoding content-language content-length content-type',
    'date deprecation expires keep-alive pragma retry-after server strict-transport-security sunset trailer transfer-encoding',
    'upgrade vary via www-authenticate x-content-type-options x-frame-options',
  ].flatMap((names) => names.split(' ')),
);

const byteOrderMark = '\ufeff';
/** Parameters of a query whose values are ids. */
const idParameters: Readonly<Record<string, 'id' | 'petId'>> = { id: 'id', orderid: 'id', petid: 'petId' };

/**
 * Returns a judged exchange as an entry of a HAR file without its secrets, and with other values of orders; undefined without
 * a response. Of its request, an entry has the operation, a decimal order id, ordinary parameters of the query, whether it had
 * a key, and what its headers asked for. The times of the exchange and its sizes stay.
 */
export function harEntry({ recorded, secrets }: JudgedExchange, context: HarContext): object | undefined {
  const { exchange, endedAt } = recorded;
  const { request, outcome, startedAt, number } = exchange;
  if (outcome.kind === 'failed') return undefined;
  const { response } = outcome;
  const { pseudonyms, url } = context;
  const [, httpVersion = 'HTTP/1.1', statusText = ''] = /^(\S+) \d+ ?(.*)$/.exec(response.statusLine) ?? [];
  const headers = response.rawHeaders.map(([name, value]) =>
    changeHeader(secrets.hide(name), secrets.hide(value), pseudonyms),
  );
  const time = endedAt - startedAt;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method: request.method,
      url: `${url}${changePath(request.path, pseudonyms)}${changeQuery(request.query, pseudonyms)}`,
      httpVersion: 'HTTP/1.1',
      headers: requestHeaders(recorded, context),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: response.status,
      statusText: pseudonyms.text(secrets.hide(statusText)),
      httpVersion,
      headers,
      cookies: [],
      content: {
        mimeType: headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '',
        ...contentOf(response, (body) => changeBody(secrets.hideBytes(body).toString('utf8'), pseudonyms)),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response.content.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    _number: number,
  };
}

function changePath(path: string, pseudonyms: Pseudonyms): string {
  return pseudonyms.keeps('id') ? path : path.replace(/\d+$/, (id) => pseudonyms.digits(id));
}

function changeQuery(query: string, pseudonyms: Pseudonyms): string {
  if (query === '') return '';
  const changed = query.replace(/(^|&)([^=&]+)=(\d+)/g, (all, start: string, name: string, value: string) => {
    const field = idParameters[name.toLowerCase()];
    const stays = field === undefined || pseudonyms.keeps(field);
    return stays ? all : `${start}${name}=${pseudonyms.digits(value)}`;
  });
  return `?${changed}`;
}

/** Headers that ask for the same, without their values. */
function requestHeaders(recorded: RecordedExchange, { keyNumber }: HarContext): readonly HarHeader[] {
  const { asked } = recorded;
  const authorization = authorizationOf(recorded, keyNumber);
  return [
    ...(authorization === undefined ? [] : [{ name: 'Authorization', value: authorization }]),
    ...(asked.noJson ? [{ name: 'Accept', value: 'text/plain' }] : []),
    ...(asked.gzip ? [{ name: 'Accept-Encoding', value: 'gzip' }] : []),
    ...(asked.origin ? [{ name: 'Origin', value: 'null' }] : []),
  ];
}

/** The Authorization header of a kind of key, without the key. */
function authorizationOf(
  { exchange, asked }: RecordedExchange,
  keyNumber: HarContext['keyNumber'],
): string | undefined {
  const { key } = exchange.request;
  if (key.kind === 'none') return undefined;
  const scheme = asked.otherCase ? 'bearer' : 'Bearer';
  if (key.kind === 'valid' || key.how === 'random') return `${scheme} [key-${keyNumber(asked.keyId)}]`;
  return key.how === 'empty' ? scheme : `Other ${redacted}`;
}

/** Without a text, a reader knows that the body is missing: cut short, too long, or with an unknown coding. */
function contentOf({ body, content }: ReceivedResponse, textOf: (body: Buffer) => string): object {
  if (body === undefined) return { size: Math.max(1, content.length) };
  const size = body.length;
  if (isUtf8(body) && !body.includes(0)) return { size, text: textOf(body) };
  return { size, comment: 'left out, because it is no UTF-8 text and may contain ids' };
}

function changeBody(text: string, pseudonyms: Pseudonyms): string {
  return text.startsWith(byteOrderMark)
    ? byteOrderMark + changeJson(text.slice(1), pseudonyms)
    : changeJson(text, pseudonyms);
}

/** Replaces the value of a header, unless it is one of HTTP itself. A cookie may be the session of a person. */
function changeHeader(name: string, value: string, pseudonyms: Pseudonyms): HarHeader {
  const known = name.toLowerCase();
  if (protocolHeaders.has(known) || known.startsWith('access-control-')) return { name, value };
  if (/^set-cookie2?$/.test(known)) return { name, value: redacted };
  return { name: pseudonyms.label(name), value: pseudonyms.letters(value) };
}
