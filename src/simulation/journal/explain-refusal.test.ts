import { expect, test } from 'vitest';
import { surroundings } from '../../../test/journal/a-journal.ts';
import { anEntry } from '../../../test/journal/an-entry.ts';
import { explainRefusal } from './explain-refusal.ts';
import type { JournalEntry } from './journal-entry.ts';

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
  const refused = explainRefusal(anEntry(line, rest), surroundings(), known);
  expect(refused).toMatchObject({ step });
  expect(refused?.why).toMatch(why);
  expect(refused?.wouldMatch).toMatch(wouldMatch);
});

test('has nothing to tell of a request that went through', () => {
  expect(
    explainRefusal(anEntry(cancel, { cancel: 'cancelled', status: 204 }), surroundings(), known),
  ).toBeUndefined();
  expect(
    explainRefusal(anEntry(cancel, { cancel: 'already-cancelled', status: 204 }), surroundings(), known),
  ).toBeUndefined();
});
