import { noKey } from '../../contract/api-key.ts';
import { headerValues, type ReceivedResponse } from '../../contract/exchange.ts';
import { decodeContent, defaultMaxBody } from '../../contract/http1/content-coding.ts';
import { askedFor, keyOf, type RecordedExchange } from '../../contract/recorded-exchange.ts';
import { orderIdIn } from '../../contract/requests.ts';
import { redacted } from '../../secrets/secrets.ts';
import type { PlacedRequest } from './place-request.ts';
import type { ProxiedExchange } from './proxied-exchange.ts';
import { readResponse } from './read-response.ts';

/**
 * Converts a forwarded exchange to one that can be judged. Nothing of its request is in the result but the operation, a
 * decimal order id and the kind of key. A body that was cut short, or longer than the proxy keeps, is undefined.
 */
export async function readExchange(
  { number, startedAt, durationMs, request, outcome }: ProxiedExchange,
  placed: PlacedRequest,
): Promise<RecordedExchange> {
  const refused = outcome.kind === 'responded' && outcome.response.status === 401;
  const read = outcome.kind === 'responded' ? readResponse(outcome.response) : undefined;
  const [authorization] = headerValues(request.rawHeaders, 'authorization');
  return {
    exchange: {
      number,
      request: {
        operationId: placed.operationId,
        method: placed.operationId === 'listOrders' ? 'GET' : 'DELETE',
        path: shownPath(placed),
        // It may contain a secret.
        query: placed.query === '' ? '' : redacted,
        key: authorization === undefined ? noKey : keyOf(authorization, refused),
      },
      startedAt,
      outcome:
        read === undefined
          ? { kind: 'failed', reason: 'aborted', message: 'the upstream did not respond' }
          : { kind: 'responded', response: await decode(read, durationMs) },
    },
    endedAt: startedAt + durationMs,
    headersKnown: true,
    headersComplete: true,
    framingKnown: read?.framingKnown === true,
    asked: askedFor(request.rawHeaders),
  };
}

async function decode(
  { head, content, faults, damaged }: ReturnType<typeof readResponse>,
  durationMs: number,
): Promise<ReceivedResponse> {
  const { statusLine, status, rawHeaders } = head;
  const decoded = damaged ? undefined : await decodeContent(content, rawHeaders, defaultMaxBody);
  return {
    statusLine,
    status,
    rawHeaders,
    content: damaged ? Buffer.alloc(0) : content,
    body: decoded?.kind === 'decoded' ? decoded.body : undefined,
    faults: decoded?.kind === 'fault' ? [...faults, decoded.fault] : faults,
    durationMs,
  };
}

const decimalId = /^-?[0-9]{1,20}$/;

/** Returns the path of an operation. An id that is no decimal number is not shown: it could be anything. */
function shownPath({ operationId, path }: Pick<PlacedRequest, 'operationId' | 'path'>): string {
  if (operationId === 'listOrders') return path;
  const id = orderIdIn(path);
  return `/store/orders/${decimalId.test(id) ? id : redacted}`;
}
