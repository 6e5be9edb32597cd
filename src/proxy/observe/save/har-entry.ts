import { isUtf8 } from 'node:buffer';
import type { ReceivedResponse, RequestKey } from '../../../checker/wire/exchange.ts';
import type { Redaction } from '../../../shared/report/redaction.ts';
import type { JudgedExchange } from '../traffic-judge.ts';

type Header = { readonly name: string; readonly value: string };

/** The Authorization header of a kind of key, without the key. */
function authorization(key: RequestKey): readonly Header[] {
  if (key.kind === 'none') return [];
  const value =
    key.kind === 'valid' || key.how === 'random'
      ? 'Bearer [key]'
      : key.how === 'empty'
        ? 'Bearer'
        : 'Other [key]';
  return [{ name: 'Authorization', value }];
}

/** A cookie may be the session of a person. */
function responseHeaders(response: ReceivedResponse, { text }: Redaction): readonly Header[] {
  return response.rawHeaders.map(([name, value]) => ({
    name: text(name),
    value: /^set-cookie2?$/i.test(name) ? '[hidden]' : text(value),
  }));
}

function content({ rawHeaders, body, content: coded }: ReceivedResponse, { bytes, text }: Redaction): object {
  const type = rawHeaders.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  const mimeType = text(type);
  // Without a text, the reader knows that the body is missing.
  if (body === undefined) return { size: Math.max(1, coded.length), mimeType };
  const shown = bytes(body);
  return isUtf8(shown)
    ? { size: shown.length, mimeType, text: shown.toString('utf8') }
    : { size: shown.length, mimeType, text: shown.toString('base64'), encoding: 'base64' };
}

/**
 * Returns a judged exchange as an entry of a HAR file, without secrets: of its request, only the operation, a decimal order id,
 * ordinary parameters of its query, and whether it had a key; of its response, everything but the secrets of requests and
 * cookies. Order ids and fields are as the upstream sent them.
 */
export function harEntry({ recorded, redaction }: JudgedExchange, baseUrl: string): object | undefined {
  const { exchange, endedAt } = recorded;
  const { request, outcome, startedAt } = exchange;
  if (outcome.kind === 'failed') return undefined;
  const { response } = outcome;
  const [, httpVersion = 'HTTP/1.1', statusText = ''] = /^(\S+) \d+ ?(.*)$/.exec(response.statusLine) ?? [];
  const query = request.query === '' ? '' : `?${request.query}`;
  const time = endedAt - startedAt;
  return {
    startedDateTime: new Date(startedAt).toISOString(),
    time,
    request: {
      method: request.method,
      url: `${baseUrl}${request.path}${query}`,
      httpVersion: 'HTTP/1.1',
      headers: authorization(request.key),
      queryString: [],
      cookies: [],
      headersSize: -1,
      bodySize: 0,
    },
    response: {
      status: response.status,
      statusText: redaction.text(statusText),
      httpVersion,
      headers: responseHeaders(response, redaction),
      cookies: [],
      content: content(response, redaction),
      redirectURL: '',
      headersSize: -1,
      bodySize: response.content.length,
    },
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
  };
}
