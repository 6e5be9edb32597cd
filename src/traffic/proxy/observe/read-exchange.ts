import { noKey } from '../../../contract/api-key.ts';
import { type ExchangeOutcome, headerValues, type ReceivedResponse } from '../../../contract/exchange.ts';
import { decodeContent } from '../../../contract/http1/content-coding.ts';
import { responseFraming } from '../../../contract/http1/framing.ts';
import { defaultMaxBody } from '../../../contract/http1/response-reader.ts';
import { askedFor, keyOf, type RecordedExchange } from '../../../contract/recorded-exchange.ts';
import { orderIdIn } from '../../../contract/requests.ts';
import { redacted } from '../../../secrets/secrets.ts';
import type { ForwardedResponse, ProxiedExchange } from '../proxied-exchange.ts';
import type { PlacedRequest } from './place-request.ts';

/**
 * Converts a forwarded exchange to one that can be judged. Nothing of its request is in the result but the operation, a
 * decimal order id and the kind of key. A body that was cut short, or longer than the proxy keeps, is undefined.
 */
export async function readExchange(
  { number, startedAt, durationMs, request, outcome }: ProxiedExchange,
  placed: PlacedRequest,
): Promise<RecordedExchange> {
  const refused = outcome.kind === 'responded' && outcome.response.status === 401;
  const [authorization] = headerValues(request.rawHeaders, 'authorization');
  return {
    exchange: {
      number,
      request: {
        operationId: placed.operationId,
        method: placed.operationId === 'listOrders' ? 'GET' : 'DELETE',
        path: shownPath(placed),
        query: shownQuery(placed.query),
        key: authorization === undefined ? noKey : keyOf(authorization, refused),
      },
      startedAt,
      outcome: await readOutcome(outcome, durationMs),
    },
    endedAt: startedAt + durationMs,
    headersKnown: true,
    headersComplete: true,
    framingKnown: outcome.kind === 'responded' && outcome.response.content.complete,
    asked: askedFor(request.rawHeaders),
  };
}

async function readOutcome(
  outcome: ProxiedExchange['outcome'],
  durationMs: number,
): Promise<ExchangeOutcome> {
  if (outcome.kind !== 'responded')
    return { kind: 'failed', reason: 'aborted', message: 'the upstream did not respond' };
  return { kind: 'responded', response: await readResponse(outcome.response, durationMs) };
}

async function readResponse(response: ForwardedResponse, durationMs: number): Promise<ReceivedResponse> {
  const { statusLine, status, rawHeaders, content } = response;
  const version = /^HTTP\/(\S+)/.exec(statusLine)?.[1] ?? '1.1';
  const framing = responseFraming({ version, status, rawHeaders }, 'GET');
  const repeated = headerValues(rawHeaders, 'content-type').length > 1 ? ['Content-Type is repeated'] : [];
  const kept = content.complete && !framing.damaged ? content.kept : undefined;
  const decoded = kept === undefined ? undefined : await decodeContent(kept, rawHeaders, defaultMaxBody);
  const fault = decoded?.kind === 'fault' ? [decoded.fault] : [];
  return {
    statusLine,
    status,
    rawHeaders,
    content: kept ?? Buffer.alloc(0),
    body: decoded?.kind === 'decoded' ? decoded.body : undefined,
    faults: [...repeated, ...framing.faults, ...fault],
    durationMs,
  };
}

const ordinaryNames = /^(?:status|page|limit|offset|sort|order|size|count|complete|petId|orderId|id)$/i;
const ordinaryValues = /^(?:\d{1,6}|true|false|asc|desc|pending|shipped|cancelled)$/i;
const decimalId = /^-?[0-9]{1,20}$/;

/** Returns a query without anything that may be a secret. */
function shownQuery(query: string): string {
  if (query === '') return '';
  const parts = query.split('&').map((part) => {
    const [, name = '', value = ''] = /^([^=]*)=?(.*)$/s.exec(part) ?? [];
    if (!ordinaryNames.test(name)) return redacted;
    return `${name}=${ordinaryValues.test(value) ? value : redacted}`;
  });
  return parts.length > 10 ? redacted : parts.join('&');
}

/** Returns the path of an operation. An id that is no decimal number is not shown: it could be anything. */
function shownPath({ operationId, path }: Pick<PlacedRequest, 'operationId' | 'path'>): string {
  if (operationId === 'listOrders') return path;
  const id = orderIdIn(path);
  return `/store/orders/${decimalId.test(id) ? id : redacted}`;
}
