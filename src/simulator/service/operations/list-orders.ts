import type { IncomingMessage } from 'node:http';
import { request as expressRequest, type Request } from 'express';
import { ownBytes } from '../../../json/own-bytes.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import { choice, type Exchange } from '../exchange.ts';
import { type ListBody, listBody } from '../list/list-body.ts';
import { listReliance } from '../list/list-reliance.ts';
import { refuse } from '../refuse.ts';
import { jsonType, type ServiceResponse } from '../service-response.ts';

type Response = ServiceResponse | Promise<ServiceResponse>;

/**
 * GET /store/orders: returns every order of the environment in one array. Spec 4.1, operation listOrders. Returns a promise
 * only if the list is long and not yet written, or compressed.
 */
export function listOrders(exchange: Exchange): Response {
  const { state, req, route } = exchange;
  if (route.query !== '' && choice(exchange, 'list-query') === 'bad-request')
    return refuse(exchange, 'query_not_supported', 'request query_not_supported');
  if (!acceptsJson(req) && choice(exchange, 'accept') === 'not-acceptable')
    return refuse(exchange, 'not_acceptable', 'request not_acceptable');
  if (state.shipping.any) state.shipping.shipDue(state.clock.now(), state.counts.lists);
  state.listLag.settle(state.clock.now(), state.counts.lists);
  const { staleList } = exchange;
  const list = staleList ?? state.store.list();
  const body = listBody(state, list, exchange.entry.choices, staleList);
  state.counts.lists++;
  exchange.entry.reliedOn.push(...listReliance(list, staleList ?? state.store));
  return body instanceof Promise
    ? body.then((made) => respondWith(exchange, made))
    : respondWith(exchange, body);
}

/** Responds with the representation that the client accepts: as it is, or compressed. Gaps `etag` and `list-compression`. */
function respondWith(exchange: Exchange, body: ListBody): Response {
  const type = ['Content-Type', jsonType(exchange)];
  const tagged = choice(exchange, 'etag') === 'on';
  // Relied on also by a client that does not accept gzip, because of Vary.
  const varied = choice(exchange, 'list-compression') === 'on' ? ['Vary', 'Accept-Encoding'] : [];
  const zipped = varied.length > 0 && acceptsGzip(exchange.req);
  if (!tagged)
    return zipped ? compressed([...type, ...varied], body) : respondInFull([...type, ...varied], body);
  return body.etag().then((etag) => {
    // RFC 9110, 8.8.3.3: the compressed bytes need a strong ETag of their own.
    const own = zipped ? etag.replace(/"$/, '-gzip"') : etag;
    const common = ['ETag', own, ...varied];
    if (matches(exchange.req.headers['if-none-match'], own)) return { status: 304, headers: common };
    return zipped ? compressed([...type, ...common], body) : respondInFull([...type, ...common], body);
  });
}

function respondInFull(headers: readonly string[], body: ListBody): ServiceResponse {
  return { status: 200, headers, body };
}

async function compressed(headers: readonly string[], body: ListBody): Promise<ServiceResponse> {
  const bytes = await body.gzip();
  const head = ownBytes([bytes], keptBodyBytes);
  return {
    status: 200,
    headers: [...headers, 'Content-Encoding', 'gzip'],
    body: { kind: 'chunks', chunks: [bytes], length: bytes.length, head },
  };
}

/** RFC 9110, 13.1.2: a list of entity tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

// Express's content negotiation reads only the headers of a request, so it works on Node's requests too.

const anything: readonly (string | undefined)[] = [undefined, '*/*'];

/** Whether a client accepts JSON: explicitly, by a wildcard, or by sending no Accept header. RFC 9110, 12.5.1. */
function acceptsJson(req: IncomingMessage): boolean {
  // Most clients accept anything, for which nothing needs to be parsed.
  return (
    anything.includes(req.headers.accept) ||
    expressRequest.accepts.call(req as Request, 'application/json') !== false
  );
}

/** Whether a client accepts gzip explicitly or by a wildcard. RFC 9110, 12.5.3. */
function acceptsGzip(req: IncomingMessage): boolean {
  return expressRequest.acceptsEncodings.call(req as Request, 'gzip') === 'gzip';
}
