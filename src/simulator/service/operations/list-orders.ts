import type { IncomingMessage } from 'node:http';
import Negotiator from 'negotiator';
import { ownBytes } from '../../../http/body.ts';
import type { GapKey } from '../../environment/gaps/gaps.ts';
import { keptBodyBytes } from '../../environment/journal/journal-entry.ts';
import type { OrderList } from '../../orders/order-store.ts';
import { choice, type Exchange } from '../exchange.ts';
import { type ListBody, listBody } from '../list/list-body.ts';
import { refuse } from '../refuse.ts';
import { jsonType, type ServiceResponse } from '../service-response.ts';

/** GET /store/orders: returns every order of the environment in one array. Spec 4.1, operation listOrders. */
export function listOrders(exchange: Exchange): ServiceResponse | Promise<ServiceResponse> {
  const { state, req, route, staleList } = exchange;
  if (route.query !== '' && choice(exchange, 'list-query') === 'bad-request')
    return refuse(exchange, 'query_not_supported', 'request query_not_supported');
  if (!acceptsJson(req) && choice(exchange, 'accept') === 'not-acceptable')
    return refuse(exchange, 'not_acceptable', 'request not_acceptable');
  state.shipDue();
  state.listLag.settle(state.clock.now(), state.counts.lists);
  const list = staleList ?? state.store.list();
  const body = listBody(state, list, exchange.entry.choices);
  state.counts.lists++;
  exchange.entry.reliedOn.push(...listReliance(list));
  return respondWith(exchange, body);
}

/** Responds with the representation that the client accepts: as it is, or compressed. Gaps `etag` and `list-compression`. */
function respondWith(exchange: Exchange, body: ListBody): ServiceResponse | Promise<ServiceResponse> {
  const type = ['Content-Type', jsonType(exchange)];
  const tagged = choice(exchange, 'etag') === 'on';
  // Relied on also by a client that does not accept gzip, because of Vary.
  const varied = choice(exchange, 'list-compression') === 'on' ? ['Vary', 'Accept-Encoding'] : none;
  const zipped = varied.length > 0 && acceptsGzip(exchange.req);
  // RFC 9110, 8.8.3.3: the compressed bytes need a strong ETag of their own.
  const etag = tagged ? body.etag().replace(/"$/, zipped ? '-gzip"' : '"') : undefined;
  const common = etag === undefined ? varied : ['ETag', etag, ...varied];
  if (etag !== undefined && matches(exchange.req.headers['if-none-match'], etag))
    return { status: 304, headers: common };
  const headers = [...type, ...common];
  if (!zipped) return { status: 200, headers, body };
  return compressed([...headers, 'Content-Encoding', 'gzip'], body);
}

async function compressed(headers: readonly string[], body: ListBody): Promise<ServiceResponse> {
  const bytes = await body.gzip();
  const head = ownBytes(bytes, keptBodyBytes);
  return { status: 200, headers, body: { kind: 'bytes', bytes, length: bytes.length, head } };
}

const none: readonly string[] = [];

/** RFC 9110, 13.1.2: a list of entity tags, compared weakly, or `*`. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === '*') return true;
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

const anything: readonly (string | undefined)[] = [undefined, '*/*'];

/** Whether a client accepts JSON: explicitly, by a wildcard, or by sending no Accept header. RFC 9110, 12.5.1. */
function acceptsJson(req: IncomingMessage): boolean {
  // Most clients accept anything, for which nothing needs to be parsed.
  return (
    anything.includes(req.headers.accept) || new Negotiator(req).mediaType(['application/json']) !== undefined
  );
}

/** Whether a client accepts gzip explicitly or by a wildcard. RFC 9110, 12.5.3. */
function acceptsGzip(req: IncomingMessage): boolean {
  return new Negotiator(req).encoding(['gzip']) === 'gzip';
}

// biome-ignore lint/plugin: what is known of a list is the same for every simulator
const found = new WeakMap<OrderList, readonly GapKey[]>();

/** Returns the gaps that decide the bytes of a list, which are found once for each list. */
export function listReliance(list: OrderList): readonly GapKey[] {
  const gaps = found.get(list) ?? findReliance(list);
  found.set(list, gaps);
  return gaps;
}

/**
 * Returns the gaps that decide the bytes of a list: none for an empty one, `list-order` for at least two orders,
 * `ship-date-form` if an order has a ship date, and `cancelled-in-list` if one is cancelled. The cancel itself does not rely
 * on `cancelled-in-list`, because a client that never lists again cannot see it.
 */
function findReliance({ orders }: OrderList): readonly GapKey[] {
  if (orders.length === 0) return [];
  const gaps: GapKey[] = ['optional-fields', 'extra-fields'];
  if (orders.length > 1) gaps.push('list-order');
  if (orders.some(({ order }) => order.shipDate !== undefined)) gaps.push('ship-date-form');
  if (orders.some(({ status }) => status === 'cancelled')) gaps.push('cancelled-in-list');
  return gaps;
}
