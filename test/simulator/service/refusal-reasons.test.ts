import { expect, test } from 'vitest';
import type { Fault } from '../../../src/faults/fault.ts';
import type { GapChoiceTexts } from '../../../src/simulator/environment/initial-state.ts';
import { nearestIds } from '../../../src/simulator/environment/journal/refusal-reason.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';

const orders = [3n, 100n, 200n, -7n]
  .map((id) => placed(id))
  .concat([placed(300n, 'shipped'), placed(400n, 'cancelled'), placed(500n, 'shipped')]);
const operations =
  'GET /v1/store/orders, DELETE /v1/store/orders/{orderId}, GET /v1/pets/{petId}, POST /quickstart/messages';
const noPath = { step: 'path', why: 'no operation has this path', wouldMatch: operations };

/** Sends one request line and returns what the journal says of its refusal. */
async function refusedOf(
  line: string,
  gaps: GapChoiceTexts = {},
  { key = testKey, faults = [] as readonly Fault[], headers = [] as readonly string[] } = {},
) {
  await using simulator = await openTestSimulator({ orders, gaps, faults });
  const [method = '', target = ''] = line.split(' ');
  const sent = [`Authorization: Bearer ${key}`, ...headers];
  // A fault may end the connection.
  await request(simulator.serviceOrigin, method, target, sent).catch(() => undefined);
  return simulator.environments.production.state.journal.get(1)?.refused;
}

test.each<[string, GapChoiceTexts, object]>([
  ['GET /v1/nothing', {}, noPath],
  ['GET /v1/store/orders/', {}, noPath],
  [
    'GET /v1/store/orders/7',
    {},
    {
      step: 'method',
      why: 'the path has no operation with the method GET',
      wouldMatch: 'DELETE /v1/store/orders/{orderId}',
    },
  ],
  [
    'HEAD /v1/store/orders',
    { 'head-list': 'method-not-allowed' },
    {
      step: 'method',
      why: 'the path has no operation with the method HEAD',
      wouldMatch: 'GET /v1/store/orders',
    },
  ],
  [
    'GET /v1/store/orders?page=2',
    { 'list-query': 'bad-request' },
    {
      step: 'request',
      why: 'the request itself is refused (query_not_supported)',
      wouldMatch: operations,
    },
  ],
  [
    'DELETE /v1/store/orders/01',
    { 'malformed-order-id': 'bad-request' },
    {
      step: 'order-id',
      why: '"01" is not an int64 in canonical decimal digits',
      wouldMatch: '/v1/store/orders/1001',
    },
  ],
  ...['not-simulated', 'stub'].map((option): [string, GapChoiceTexts, object] => [
    'GET /v1/pets/7',
    { 'pet-lookup': option },
    {
      step: 'pet',
      why: 'the deprecated pet lookup is not available here',
      wouldMatch: 'a pet of the scenario, with gap pet-lookup=stub',
    },
  ]),
  [
    'POST /quickstart/messages',
    {},
    {
      step: 'request',
      why: 'the message could not be read',
      wouldMatch: 'Content-Type: application/json and {"message": "…"}',
    },
  ],
  [
    'DELETE /v1/store/orders/150',
    {},
    {
      step: 'order',
      why: 'no order has the id 150',
      wouldMatch: 'an order: 100, 200, 3, 300, -7 are the nearest of 7',
    },
  ],
  ...['empty', 'error', 'text'].map((option): [string, GapChoiceTexts, object] => [
    'DELETE /v1/store/orders/300',
    { 'conflict-body': option },
    {
      step: 'state',
      why: 'order 300 has already shipped',
      wouldMatch: 'a pending order: 3, 100, 200, -7',
    },
  ]),
  ...['conflict', 'not-found'].map((option): [string, GapChoiceTexts, object] => [
    'DELETE /v1/store/orders/400',
    { 'cancel-again': option },
    {
      step: 'state',
      why: 'order 400 was already cancelled',
      wouldMatch: 'a pending order: 3, 100, 200, -7',
    },
  ]),
])('%s with %o is refused for a reason', async (line, gaps, refused) => {
  expect(await refusedOf(line, gaps)).toEqual(refused);
});

test('a request without a valid key is refused for its key, whatever else is wrong', async () => {
  const refused = {
    step: 'key',
    why: 'the request carries no valid key of production',
    wouldMatch: 'Authorization: Bearer <API_KEY>, with one of its keys',
  };
  expect(await refusedOf('DELETE /v1/store/orders/x', {}, { key: 'wrong' })).toEqual(refused);
  const keyFirst = { 'unknown-path': 'unauthorized-first', 'www-authenticate': 'none' };
  expect(await refusedOf('GET /v1/nothing', keyFirst, { key: 'wrong' })).toEqual(refused);
});

test('a list in another media type is refused for its request', async () => {
  const headers = ['Accept: text/html'];
  expect(await refusedOf('GET /v1/store/orders', { accept: 'not-acceptable' }, { headers })).toMatchObject({
    step: 'request',
    why: 'the request itself is refused (not_acceptable)',
  });
});

test.each<[string, GapChoiceTexts]>([
  ['GET /v1/store/orders', {}],
  ['DELETE /v1/store/orders/100', {}],
  ['DELETE /v1/store/orders/400', { 'cancel-again': 'no-content' }],
  ['OPTIONS /v1/store/orders', {}],
])('%s with %o is not refused', async (line, gaps) => {
  expect(await refusedOf(line, gaps)).toBeUndefined();
});

test.each<[boolean, Fault]>([
  [true, { kind: 'status', status: 503 }],
  [true, { kind: 'unauthorized' }],
  [true, { kind: 'reset', when: 'after-commit' }],
  [false, { kind: 'latency', delay: 1 }],
  [false, { kind: 'truncate', bytes: 1 }],
])('the reason is %s a fault that replaces the response: %o', async (replaces, fault) => {
  const waiting: Fault = { kind: 'latency', delay: 1, id: 'slow' };
  const line = 'DELETE /v1/store/orders/100';
  const refused = await refusedOf(line, {}, { faults: [waiting, { ...fault, id: 'f1' }] });
  expect(refused).toEqual(
    replaces
      ? {
          step: 'fault',
          why: 'the fault f1 replaced the response',
          wouldMatch: 'the same request without the fault',
        }
      : undefined,
  );
});

test('a reason names all orders if they are few, else the five nearest, or that there is none', () => {
  expect(nearestIds([], '7')).toBe('there is none');
  expect(nearestIds([500n, 9n, 8n, 1n, 300n], '7')).toBe('500, 9, 8, 1, 300');
  expect(nearestIds([500n, 9n, 8n, 1n, 300n, 6n], '7')).toBe('8, 6, 9, 1, 300 are the nearest of 6');
  expect(nearestIds([5n, 4n, 3n, 2n, 1n, -6n], 'x')).toBe('1, 2, 3, 4, 5 are the nearest of 6');
  expect(nearestIds([5n, 4n, 3n, 2n, 1n, 0n, -1n], '-3')).toBe('-1, 0, 1, 2, 3 are the nearest of 7');
  expect(nearestIds([1n, 2n, 3n, 4n, 5n, 9007199254740992n], '9007199254740993')).toMatch(
    /^9007199254740992, 5,/,
  );
});
