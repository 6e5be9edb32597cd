import { expect, test } from 'vitest';
import { context } from '../../../../test/simulator/environment/journal/a-journal.ts';
import { anEntry } from '../../../../test/simulator/environment/journal/an-entry.ts';
import { listOf } from '../../orders/memory/order-segment.ts';
import type { Effect } from '../faults/effect.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { KnownOrders } from './journal-context.ts';
import type { JournalEntry } from './journal-entry.ts';
import type { Refused } from './journal-exchange.ts';

const known = { ids: [3n, 100n, 200n, 300n, 400n, 500n, -7n], pending: [100n, 200n] };
const cancel = 'DELETE /v1/store/orders/150';

test.each<[string, string, Partial<JournalEntry>, RegExp, RegExp]>([
  [
    'path',
    'GET /v1/nothing',
    { refusal: 'not_found', status: 404 },
    /no operation/,
    /GET \/v1\/store\/orders,/,
  ],
  [
    'method',
    'PUT /v1/store/orders',
    { refusal: 'method_not_allowed', status: 405 },
    /PUT/,
    /^GET \/v1\/store\/orders$/,
  ],
  ['method', 'PUT /v1/store/orders', { refusal: 'not_found', status: 404 }, /PUT/, /^GET/],
  ['key', cancel, { refusal: 'unauthorized', status: 401 }, /no valid key of production/, /Bearer/],
  ['order-id', 'DELETE /v1/store/orders/x1', { refusal: 'order_not_found', status: 404 }, /"x1"/, /1001/],
  [
    'order',
    cancel,
    { cancel: 'unknown', status: 404 },
    /id 150/,
    /100, 200, 3, 300, -7 are the nearest of 7/,
  ],
  ['state', cancel, { cancel: 'already-shipped', status: 409 }, /shipped/, /100, 200/],
  ['state', cancel, { cancel: 'already-cancelled', status: 409 }, /was already cancelled/, /100, 200/],
  ['pet', 'GET /v1/pets/1', { refusal: 'not_simulated', status: 501 }, /pets/, /pet-lookup/],
  ['request', 'POST /quickstart/messages', { status: 400 }, /message/, /Content-Type/],
  ['request', 'GET /v1/store/orders', { refusal: 'not_acceptable', status: 406 }, /not_acceptable/, /GET/],
  [
    'fault',
    cancel,
    { faults: [{ id: 'f1', effect: { kind: 'reset' } }], end: 'reset' },
    /fault f1/,
    /without the fault/,
  ],
])('tells that a request failed at the step %s: %s', (step, line, rest, why, wouldMatch) => {
  const refused = explainRefusal(anEntry(line, rest), context(), known);
  expect(refused).toMatchObject({ step });
  expect(refused?.why).toMatch(why);
  expect(refused?.wouldMatch).toMatch(wouldMatch);
});

test('has nothing to tell of a request that went through', () => {
  expect(
    explainRefusal(anEntry(cancel, { cancel: 'cancelled', status: 204 }), context(), known),
  ).toBeUndefined();
  expect(
    explainRefusal(anEntry(cancel, { cancel: 'already-cancelled', status: 204 }), context(), known),
  ).toBeUndefined();
});

const why = (line: string, rest: Partial<JournalEntry>, orders: KnownOrders = known) =>
  explainRefusal(anEntry(line, rest), context(), orders);
const operations =
  'GET /v1/store/orders, DELETE /v1/store/orders/{orderId}, GET /v1/pets/{petId}, POST /quickstart/messages';

test.each<[string, Partial<JournalEntry>, Refused]>([
  [
    'GET /v1/nothing',
    { refusal: 'not_found', status: 404 },
    { step: 'path', why: 'no operation has this path', wouldMatch: operations },
  ],
  [
    'DELETE /v1/store/orders/',
    { refusal: 'not_found', status: 404 },
    { step: 'path', why: 'no operation has this path', wouldMatch: operations },
  ],
  [
    'GET /v1/store/orders/',
    { refusal: 'not_found', status: 404 },
    { step: 'path', why: 'no operation has this path', wouldMatch: operations },
  ],
  [
    'GET /v1/pets/7',
    { refusal: 'not_found', status: 404 },
    { step: 'path', why: 'no operation has this path', wouldMatch: operations },
  ],
  [
    'GET /v1/store/orders/7',
    { refusal: 'not_found', status: 404 },
    {
      step: 'method',
      why: 'the path has no operation with the method GET',
      wouldMatch: 'DELETE /v1/store/orders/{orderId}',
    },
  ],
  [
    'PUT /v1/pets/7',
    { refusal: 'method_not_allowed', status: 405 },
    {
      step: 'method',
      why: 'the path has no operation with the method PUT',
      wouldMatch: 'GET /v1/pets/{petId}',
    },
  ],
  [
    'GET /quickstart/messages',
    { refusal: 'method_not_allowed', status: 405 },
    {
      step: 'method',
      why: 'the path has no operation with the method GET',
      wouldMatch: 'POST /quickstart/messages',
    },
  ],
  [
    'TRACE /v1/nothing',
    { refusal: 'method_not_allowed', status: 405 },
    { step: 'method', why: 'the path has no operation with the method TRACE', wouldMatch: operations },
  ],
  [
    'GET /v1/store/orders',
    { refusal: 'unauthorized', status: 401 },
    {
      step: 'key',
      why: 'the request carries no valid key of production',
      wouldMatch: 'Authorization: Bearer <API_KEY>, with one of its keys',
    },
  ],
  [
    'POST /quickstart/messages',
    { status: 400 },
    {
      step: 'request',
      why: 'the message could not be read',
      wouldMatch: 'Content-Type: application/json and {"message": "…"}',
    },
  ],
  [
    'GET /v1/store/orders?page=2',
    { refusal: 'query_not_supported', status: 400 },
    {
      step: 'request',
      why: 'the request itself is refused (query_not_supported)',
      wouldMatch: operations,
    },
  ],
  ...['order_not_found', 'malformed_order_id', 'unprocessable_order_id'].map(
    (refusal): [string, Partial<JournalEntry>, Refused] => [
      'DELETE /v1/store/orders/01',
      { refusal, status: 404 },
      {
        step: 'order-id',
        why: '"01" is no int64 in canonical decimal digits',
        wouldMatch: '/v1/store/orders/1001',
      },
    ],
  ),
  ...['pet_not_found', 'not_simulated', 'gone'].map((refusal): [string, Partial<JournalEntry>, Refused] => [
    'GET /v1/pets/7',
    { refusal, status: 404 },
    {
      step: 'pet',
      why: 'the deprecated lookup of pets has no answer here',
      wouldMatch: 'a pet of the scenario, with gap pet-lookup=stub',
    },
  ]),
  [
    cancel,
    { cancel: 'already-shipped', status: 409 },
    { step: 'state', why: 'order 150 has already shipped', wouldMatch: 'a pending order: 100, 200' },
  ],
  [
    cancel,
    { cancel: 'already-cancelled', status: 404 },
    { step: 'state', why: 'order 150 was already cancelled', wouldMatch: 'a pending order: 100, 200' },
  ],
])('says of %s, refused with %o, why and what would have gone through', (line, rest, refused) => {
  expect(why(line, rest)).toEqual(refused);
});

test('a 400 without a code that is no message is not explained', () => {
  expect(why('GET /v1/store/orders', { status: 400 })).toBeUndefined();
});

test('an exchange without a status, or with one below 400, was not refused', () => {
  for (const status of [undefined, 200, 399])
    expect(why('GET /v1/nothing', { refusal: 'not_found', status })).toBeUndefined();
  expect(why('GET /v1/nothing', { refusal: 'not_found', status: 400 })).toBeDefined();
});

const list = listOf([], 1);

test.each<[boolean, Effect]>([
  [true, { kind: 'answer', status: 503, body: 'empty', retryAfter: undefined }],
  [true, { kind: 'refuse-key' }],
  [true, { kind: 'reset' }],
  [true, { kind: 'close' }],
  [true, { kind: 'garble-answer', bytes: Buffer.alloc(1) }],
  [false, { kind: 'wait', ms: 1 }],
  [false, { kind: 'pace', bytes: 1, everyMs: 1 }],
  [false, { kind: 'truncate', bytes: 1 }],
  [false, { kind: 'garble-body', seed: '1' }],
  [false, { kind: 'stale-list', list }],
])('that a fault takes the place of the answer is %s for %o', (replaces, effect) => {
  const faults = [{ id: 'slow', effect: { kind: 'wait', ms: 1 } } as const, { id: 'f1', effect }];
  expect(why('GET /v1/store/orders', { faults, status: 200 })).toEqual(
    replaces
      ? {
          step: 'fault',
          why: 'the fault f1 took the place of the answer',
          wouldMatch: 'the same request without the fault',
        }
      : undefined,
  );
});

test('of the orders that there are it names all where they are few, else the five nearest, and says where there is none', () => {
  const named = (orderIdText: string, ids: readonly bigint[]) =>
    why(`DELETE /v1/store/orders/${orderIdText}`, { cancel: 'unknown', status: 404 }, { ids, pending: [] })
      ?.wouldMatch;
  expect(named('7', [])).toBe('an order: there is none');
  expect(named('7', [500n, 9n, 8n, 1n, 300n])).toBe('an order: 500, 9, 8, 1, 300');
  expect(named('7', [500n, 9n, 8n, 1n, 300n, 6n])).toBe('an order: 8, 6, 9, 1, 300 are the nearest of 6');
  expect(named('7', [6n, 300n, 1n, 8n, 9n, 500n])).toBe('an order: 6, 8, 9, 1, 300 are the nearest of 6');
  expect(named('x', [5n, 4n, 3n, 2n, 1n, -6n])).toBe('an order: 1, 2, 3, 4, 5 are the nearest of 6');
  expect(named('-3', [5n, 4n, 3n, 2n, 1n, 0n, -1n])).toBe('an order: -1, 0, 1, 2, 3 are the nearest of 7');
  expect(named('9007199254740993', [1n, 2n, 3n, 4n, 5n, 9007199254740992n])).toMatch(
    /^an order: 9007199254740992, 5,/,
  );
});
