import { andThen, type MaybePromise } from '../../../shared/maybe-promise.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import { choice, type Exchange } from '../exchange.ts';
import { decidingGaps, type ListBody, listBody } from '../list/list-body.ts';
import { acceptsGzip, acceptsJson } from '../negotiate.ts';
import { jsonType, refuse } from '../refusal.ts';
import type { ServiceResponse } from '../service-response.ts';

/** GET /store/orders: every order of the environment in one array. Spec 4.1, operation listOrders. */
export function listOrders(exchange: Exchange): MaybePromise<ServiceResponse> {
  const { state, request, route } = exchange;
  if (route.query !== '' && choice(exchange, 'list-query') === 'bad-request')
    return refuse(exchange, 'query_not_supported');
  if (!acceptsJson(request) && choice(exchange, 'accept') === 'not-acceptable')
    return refuse(exchange, 'not_acceptable');
  if (!state.shipping.any) return listNow(exchange);
  return state.shipping.shipDue(state.clock.now(), state.counts.lists).then(() => listNow(exchange));
}

function listNow(exchange: Exchange): MaybePromise<ServiceResponse> {
  const { state, staleList } = exchange;
  if (state.listLag.any) state.listLag.settle(state.clock.now(), state.counts.lists);
  return andThen(staleList ?? state.store.list(), (list) => {
    const body = listBody(state, list, exchange.answers, staleList);
    state.counts.lists++;
    exchange.reliedOn.push(...decidingGaps);
    return listReply(exchange, body);
  });
}

function listReply(exchange: Exchange, body: ListBody): MaybePromise<ServiceResponse> {
  const { request } = exchange;
  const headers = ['Content-Type', jsonType(exchange)];
  if (choice(exchange, 'etag') === 'on') {
    const etag = body.etag();
    if (matches(request.headers['if-none-match'], etag)) return { status: 304, headers: ['ETag', etag] };
    headers.push('ETag', etag);
  }
  if (choice(exchange, 'list-compression') === 'on') {
    headers.push('Vary', 'Accept-Encoding');
    if (acceptsGzip(request)) return zippedReply(headers, body);
  }
  return { status: 200, headers, body };
}

async function zippedReply(headers: readonly string[], body: ListBody): Promise<ServiceResponse> {
  const zipped = await body.gzip();
  const head = Buffer.from(zipped.subarray(0, keptBodyBytes));
  return {
    status: 200,
    headers: [...headers, 'Content-Encoding', 'gzip'],
    body: { kind: 'chunks', chunks: [zipped], length: zipped.length, head },
  };
}

/** RFC 9110, 13.1.2: a list of entity tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}
