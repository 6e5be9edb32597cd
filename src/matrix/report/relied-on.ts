import type { GapKey } from '../../simulator/environment/gaps/gaps.ts';
import type { httpGaps } from '../../simulator/environment/gaps/http-gaps.ts';
import type { orderGaps } from '../../simulator/environment/gaps/order-gaps.ts';
import type { otherEndpointGaps } from '../../simulator/environment/gaps/other-endpoint-gaps.ts';

type Row = (typeof orderGaps | typeof httpGaps | typeof otherEndpointGaps)[number];
type Sentences = {
  readonly [Key in GapKey]: Readonly<Record<keyof Extract<Row, { key: Key }>['choices'], string>>;
};

/**
 * What a client relies on if it needs a choice, as a clause that completes "relies on:". The type requires every choice of
 * every gap. A clause of a choice with a parameter has `N` or `…` in its place.
 */
export const reliedOn: Sentences = {
  'cancelled-in-list': {
    keep: 'a cancelled order stays listed',
    remove: 'a cancelled order is no longer listed',
  },
  'cancel-again': {
    conflict: 'a second cancel of the same order gets 409',
    'not-found': 'a second cancel of the same order gets 404',
    'no-content': 'a second cancel of the same order gets 204',
  },
  'conflict-body': {
    empty: 'a 409 has no body',
    error: 'a 409 has an Error body',
    text: 'a 409 has a sentence as its body',
  },
  'malformed-order-id': {
    'not-found': 'an orderId that is not an int64 gets 404',
    'bad-request': 'an orderId that is not an int64 gets 400',
    unprocessable: 'an orderId that is not an int64 gets 422',
  },
  'list-order': {
    'as-placed': 'the list is in the order of placement',
    'by-id': 'the list is sorted by id',
    shuffled: 'the list is in one of its possible orders',
  },
  'list-lag': {
    immediate: 'the list shows a cancel at once',
    'after-N-ms': 'the list shows a cancel after N milliseconds',
    'after-N-reads': 'the list shows a cancel after N more lists',
  },
  'optional-fields': {
    'as-stored': 'an order has its optional fields',
    sparse: 'an order lacks some of its optional fields',
    null: 'an optional field without a value is null',
  },
  'ship-date-form': {
    'utc-seconds': 'shipDate is in UTC with whole seconds, such as 2026-01-20T10:00:00Z',
    millis: 'shipDate is in UTC with milliseconds, such as 2026-01-20T10:00:00.000Z',
    offset: 'shipDate has an offset, such as 2026-01-20T11:00:00+01:00',
    'as-written': 'shipDate is written as it was stored',
  },
  'extra-fields': {
    none: 'Order and Error have no field beyond their schema',
    some: 'Order and Error have fields beyond their schema',
  },
  'error-codes': {
    named: 'code in an Error body has a value that it knows, such as order_not_found',
    opaque: 'code in an Error body has a value that it does not know',
    'map:…': 'code in an Error body has a value of …',
  },
  'unknown-path': {
    'not-found': 'a path without an operation gets 404 without a key',
    'unauthorized-first': 'a path without an operation gets 401 without a key',
  },
  'wrong-method': {
    'method-not-allowed': 'another method on a known path gets 405 with Allow',
    'not-found': 'another method on a known path gets 404',
  },
  'head-list': {
    'as-get': 'HEAD of the list gets 200',
    'method-not-allowed': 'HEAD of the list gets 405',
  },
  options: {
    allow: 'OPTIONS of a known path gets 204 with Allow',
    'method-not-allowed': 'OPTIONS of a known path gets 405',
  },
  cors: {
    off: 'responses have no CORS headers',
    on: 'a browser may send cross-origin requests',
  },
  'list-query': {
    ignore: 'query parameters of the list have no effect',
    'bad-request': 'query parameters of the list get 400',
  },
  accept: {
    ignore: 'an Accept header without JSON has no effect',
    'not-acceptable': 'an Accept header without JSON gets 406',
  },
  'content-type': {
    bare: 'the Content-Type of JSON is application/json, without a parameter',
    charset: 'the Content-Type of JSON has the parameter charset=utf-8',
  },
  etag: {
    off: 'the list has no ETag',
    on: 'the list has an ETag',
  },
  'list-compression': {
    off: 'the list is not compressed',
    on: 'the list is compressed',
  },
  'www-authenticate': {
    bearer: 'a 401 has a WWW-Authenticate header',
    none: 'a 401 has no WWW-Authenticate header',
  },
  'bearer-case': {
    'any-case': 'the scheme is accepted in any case',
    exact: 'the scheme is accepted only as Bearer',
  },
  'pet-lookup': {
    'not-simulated': 'the deprecated GET /pets/{petId} gets 501',
    stub: 'the deprecated GET /pets/{petId} returns a pet',
  },
  'pet-deprecation': {
    none: 'the deprecated operation has no header that says so',
    'since:…': 'the deprecated operation has a Deprecation header',
    'sunset:…': 'the deprecated operation has a Deprecation and a Sunset header',
    'gone:…': 'the deprecated operation gets 410 after its sunset',
  },
  'message-accepted': {
    ok: 'POST /messages succeeds with 200',
    created: 'POST /messages succeeds with 201',
    accepted: 'POST /messages succeeds with 202',
  },
  'message-bad-request-body': {
    empty: "the quickstart's 400 has no body",
    error: "the quickstart's 400 has an Error body",
  },
};
