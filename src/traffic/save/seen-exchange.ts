import { isUtf8 } from 'node:buffer';
import { headerValues, type ReceivedResponse, type RequestKey } from '../../contract/exchange.ts';
import type { AskedFor } from '../../contract/recorded/asked-for.ts';
import { redacted, type Secrets } from '../../secrets/secrets.ts';
import type { PlacedRequest } from '../proxy/observe/place-request.ts';
import type { JudgedExchange } from '../proxy/observe/traffic-judge.ts';

/** The body of a response: its text, or why there is none. */
export type SeenBody =
  | {
      readonly kind: 'text';
      readonly text: string;
      /** The length in the message; undefined if that had a content coding. */
      readonly sent: number | undefined;
    }
  /** Cut short, too long, or with a coding that nobody knows. `bytes`: what is known of its length. */
  | { readonly kind: 'missing'; readonly bytes: number }
  | { readonly kind: 'binary'; readonly bytes: number };

/** What is kept of an exchange: no secret of its request, but the values of orders as the upstream sent them. */
export type SeenExchange = {
  readonly number: number;
  readonly startedAt: number;
  readonly durationMs: number;
  readonly method: string;
  readonly basePath: string;
  /** Below the base address. An order id that is not decimal is hidden. */
  readonly path: string;
  readonly query: string;
  /** The digits in an order id that is hidden: a response may repeat them. */
  readonly hiddenDigits: readonly string[];
  readonly requestHeaders: readonly (readonly [name: string, value: string])[];
  readonly httpVersion: string;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: SeenBody;
  readonly bodySize: number;
};

/** How many numbers of a hidden order id are kept. */
const maxHidden = 20;

/**
 * Returns what is kept of a judged exchange, or undefined if it has no response. Of its request: the operation, a decimal order
 * id, ordinary parameters of its query, whether it had a key, and what its headers asked for. Of its response: everything but
 * the secrets of requests and cookies.
 *
 * @param numberOf numbers keys by their `keyId`
 */
export function seenExchange(
  { recorded, secrets }: JudgedExchange,
  placed: PlacedRequest,
  numberOf: (keyId: string) => number,
): SeenExchange | undefined {
  const { exchange, endedAt } = recorded;
  const { request, outcome, startedAt, number } = exchange;
  if (outcome.kind === 'failed') return undefined;
  const { response } = outcome;
  const [, httpVersion = 'HTTP/1.1', statusText = ''] = /^(\S+) \d+ ?(.*)$/.exec(response.statusLine) ?? [];
  const { method, path, query } = request;
  const hidden = path === placed.path ? [] : (decoded(placed.path).match(/\d+/g) ?? []);
  return {
    ...{ number, startedAt, durationMs: endedAt - startedAt, method, basePath: placed.basePath, path, query },
    hiddenDigits: hidden.slice(0, maxHidden),
    requestHeaders: requestHeaders(request.key, recorded.asked, numberOf),
    httpVersion,
    status: response.status,
    statusText: secrets.hide(statusText),
    headers: responseHeaders(response, secrets),
    body: bodyOf(response, secrets),
    bodySize: response.content.length,
  };
}

function decoded(path: string): string {
  return path.replace(/%([0-7][\da-f])/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Headers that ask for the same, without their values. */
function requestHeaders(
  key: RequestKey,
  asked: AskedFor,
  numberOf: (keyId: string) => number,
): SeenExchange['requestHeaders'] {
  const authorization = authorizationOf(key, asked, numberOf);
  return [
    ...(authorization === undefined ? [] : [['Authorization', authorization] as const]),
    ...(asked.noJson ? [['Accept', 'text/plain'] as const] : []),
    ...(asked.gzip ? [['Accept-Encoding', 'gzip'] as const] : []),
    ...(asked.origin ? [['Origin', 'null'] as const] : []),
  ];
}

/** The Authorization header of a kind of key, without the key. */
function authorizationOf(
  key: RequestKey,
  { keyId, otherCase }: AskedFor,
  numberOf: (keyId: string) => number,
): string | undefined {
  if (key.kind === 'none') return undefined;
  const scheme = otherCase ? 'bearer' : 'Bearer';
  if (key.kind === 'valid' || key.how === 'random') return `${scheme} [key-${numberOf(keyId)}]`;
  return key.how === 'empty' ? scheme : `Other ${redacted}`;
}

/** A cookie may be the session of a person. */
function responseHeaders(response: ReceivedResponse, { hide }: Secrets): SeenExchange['headers'] {
  return response.rawHeaders.map(
    ([name, value]) => [hide(name), /^set-cookie2?$/i.test(name) ? redacted : hide(value)] as const,
  );
}

/** In a body that is no text, nobody can find an id: a number of two bytes, for example. */
function bodyOf({ rawHeaders, body, content }: ReceivedResponse, { hideBytes }: Secrets): SeenBody {
  if (body === undefined) return { kind: 'missing', bytes: Math.max(1, content.length) };
  if (!isUtf8(body) || body.includes(0)) return { kind: 'binary', bytes: body.length };
  const isCoded = headerValues(rawHeaders, 'content-encoding').some((coding) => !/^identity$/i.test(coding));
  return { kind: 'text', text: hideBytes(body).toString('utf8'), sent: isCoded ? undefined : body.length };
}
