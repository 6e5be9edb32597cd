import { expect, test } from 'vitest';
import type { Fault } from '../../../src/faults/fault.ts';
import type { GapChoiceTexts } from '../../../src/simulator/environment/initial-state.ts';
import { nearestIds } from '../../../src/simulator/environment/journal/refusal-reason.ts';
import { placed } from '../../support/an-environment.ts';
import { ask, openTestSimulator, testKey } from '../../support/open-test-simulator.ts';

const orders = [3n, 100n, 200n, -7n]
  .map((id) => placed(id))
  .concat([placed(300n, 'shipped'), placed(400n, 'cancelled'), placed(500n, 'shipped')]);
const operations =
  'GET /v1/store/orders, DELETE /v1/store/orders/{orderId}, GET /v1/pets/{petId}, POST /quickstart/messages';

/** Sends one request line and returns what the journal says of its refusal. */
async function refusedOf(
  line: string,
  gaps: GapChoiceTexts = {},
  { key = testKey, faults = [] as readonly Fault[] } = {},
) {
  await using simulator = await openTestSimulator({ orders, gaps, faults });
  // A fault may end the connection.
  await ask(simulator, line, [`Authorization: Bearer ${key}`]).catch(() => undefined);
  return simulator.environments.production.state.journal.get(1)?.refused;
}

test.each<[string, GapChoiceTexts, string]>([
  ['GET /v1/store/orders/', {}, `path: no operation has this path; ${operations}`],
  ['PUT /v1/store/orders', {}, 'method: the path has no operation with the method PUT; GET /v1/store/orders'],
  [
    'GET /v1/store/orders?page=2',
    { 'list-query': 'bad-request' },
    `request: the request itself is refused (query_not_supported); ${operations}`,
  ],
  [
    'DELETE /v1/store/orders/01',
    {},
    'order-id: "01" is not an int64 in canonical decimal digits; /v1/store/orders/1001',
  ],
  [
    'GET /v1/pets/7',
    { 'pet-lookup': 'stub' },
    'pet: the deprecated pet lookup is not available here; a pet of the scenario, with gap pet-lookup=stub',
  ],
  [
    'POST /quickstart/messages',
    {},
    'request: the message could not be read; Content-Type: application/json and {"message": "…"}',
  ],
  [
    'DELETE /v1/store/orders/150',
    {},
    'order: no order has the id 150; an order: 100, 200, 3, 300, -7 are the nearest of 7',
  ],
  [
    'DELETE /v1/store/orders/300',
    {},
    'state: order 300 has already shipped; a pending order: 3, 100, 200, -7',
  ],
])('%s with %o is refused for a reason', async (line, gaps, reason) => {
  const { step, why, wouldMatch } = (await refusedOf(line, gaps)) ?? {};
  expect(`${step}: ${why}; ${wouldMatch}`).toBe(reason);
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

test.each<[string, GapChoiceTexts]>([
  ['GET /v1/store/orders', {}],
  ['DELETE /v1/store/orders/100', {}],
  ['DELETE /v1/store/orders/400', { 'cancel-again': 'no-content' }],
  ['OPTIONS /v1/store/orders', {}],
])('%s with %o is not refused', async (line, gaps) => {
  expect(await refusedOf(line, gaps)).toBeUndefined();
});

test('a message that cannot be read is refused for itself', async () => {
  await using simulator = await openTestSimulator({ orders });
  await ask(simulator, 'GET /v1/store/orders', ['Host: b']);
  const body = `{"message":"${'x'.repeat(1024 * 1024)}"}`;
  const headers = ['Content-Type: application/json'];
  await ask(simulator, 'POST /quickstart/messages', headers, body);
  await ask(simulator, 'DELETE /v1/store/orders/3', headers, body);
  const { exchanges } = simulator.environments.production.state.journal.find();
  expect(exchanges.toReversed().map(({ refused, body: kept }) => [refused?.why, kept?.length])).toEqual([
    ['the request itself is refused (bad_request)', undefined],
    ['the request itself is refused (content_too_large)', 1024 * 1024 + 1],
    [undefined, 1024 * 1024 + 1],
  ]);
});

test.each<[boolean, Fault]>([
  [true, { kind: 'status', status: 503 }],
  [true, { kind: 'reset', when: 'after-commit' }],
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
