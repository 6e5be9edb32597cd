import { noKey } from '../../contract/api-key.ts';
import { type ExchangeOutcome, headerValues } from '../../contract/exchange.ts';
import { defaultMaxBody } from '../../contract/http1/content-coding.ts';
import { readMessage } from '../../contract/http1/received-message.ts';
import { askedFor, keyOf, type RecordedExchange } from '../../contract/recorded.ts';
import { orderIdIn } from '../../contract/requests.ts';
import { redacted } from '../../secrets/secrets.ts';
import type { PlacedRequest } from './place-request.ts';
import type { ForwardedOutcome, ProxiedExchange } from './proxied-exchange.ts';

/**
 * Converts a forwarded exchange to one that can be judged. Nothing of its request is in the result but the operation, a
 * decimal order id and the kind of key.
 */
export async function readExchange(
  { number, startedAt, durationMs, request, outcome }: ProxiedExchange,
  placed: PlacedRequest,
): Promise<RecordedExchange> {
  const method = placed.operationId === 'listOrders' ? 'GET' : 'DELETE';
  const refused = outcome.kind === 'responded' && outcome.response.status === 401;
  const [authorization] = headerValues(request.rawHeaders, 'authorization');
  return {
    exchange: {
      number,
      request: {
        operationId: placed.operationId,
        method,
        path: shownPath(placed),
        // It may contain a secret.
        query: placed.query === '' ? '' : redacted,
        key: authorization === undefined ? noKey : keyOf(authorization, refused),
      },
      startedAt,
      outcome: await read(outcome, method, durationMs),
    },
    endedAt: startedAt + durationMs,
    headersKnown: true,
    // The rest of a response may decide about its framing.
    framingKnown: outcome.kind === 'responded' && outcome.lack !== 'cut',
    ...askedFor(request.rawHeaders),
  };
}

async function read(outcome: ForwardedOutcome, method: string, durationMs: number): Promise<ExchangeOutcome> {
  if (outcome.kind === 'client-left')
    return { kind: 'failed', reason: 'aborted', message: 'the client left' };
  if (outcome.kind === 'upstream-failed') return { ...outcome, kind: 'failed' };
  const { response } = readMessage(outcome.response, method, defaultMaxBody);
  return { kind: 'responded', response: { ...response, durationMs } };
}

const decimalId = /^-?[0-9]{1,20}$/;

/** Returns the path of an operation. An id that is no decimal number is not shown: it could be anything. */
function shownPath({ operationId, path }: Pick<PlacedRequest, 'operationId' | 'path'>): string {
  if (operationId === 'listOrders') return path;
  const id = orderIdIn(path);
  return `/store/orders/${decimalId.test(id) ? id : redacted}`;
}
