import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { howMany } from '../how-many.ts';
import { openTestSimulator, order, stagingKey, testKey } from '../open-test-simulator.ts';

const runs = howMany(1_000, 5_000);
const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

const isError = new Ajv2020({ strict: false }).compile({
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
  additionalProperties: false,
});

const segment = fc.oneof(
  fc.constantFrom(
    'v1',
    'staging',
    'store',
    'orders',
    'pets',
    'quickstart',
    'messages',
    '1',
    '2',
    '3',
    '-1',
    '',
    '.',
    '%31',
    '%2F',
    '%',
    'V1',
  ),
  fc.bigInt(-(2n ** 64n), 2n ** 64n).map(String),
  fc.string({ maxLength: 8 }).map(encodeURIComponent),
);
const path = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '/v1/store/orders',
      '/staging/v1/store/orders',
      '/v1/store/orders/1',
      '/v1/store/orders/2',
      '/v1/store/orders/9',
      '/quickstart/messages',
      '/v1/pets/1',
    ),
  },
  { weight: 2, arbitrary: fc.array(segment, { maxLength: 5 }).map((segments) => `/${segments.join('/')}`) },
);
const authorization = fc.constantFrom(
  `Bearer ${testKey}`,
  `Bearer ${testKey}`,
  `bearer ${stagingKey}`,
  'Bearer wrong',
  `Basic ${testKey}`,
  '',
  undefined,
);
const anyRequest = fc.record({
  method: fc.constantFrom(
    'GET',
    'GET',
    'DELETE',
    'DELETE',
    'DELETE',
    'HEAD',
    'OPTIONS',
    'POST',
    'PUT',
    'PATCH',
  ),
  path,
  query: fc.oneof(
    fc.constant(''),
    fc.string({ maxLength: 10 }).map((text) => `?${encodeURIComponent(text)}`),
  ),
  authorization,
  contentType: fc.constantFrom(undefined, 'application/json', 'text/plain'),
  body: fc.oneof(fc.constant(undefined), fc.constant('{"message":"hi"}'), fc.string({ maxLength: 50 })),
  accept: fc.constantFrom(undefined, 'application/json', 'text/html', '*/*'),
});

const documented = new Set([200, 204, 400, 401, 404, 405, 409, 501]);

test(`whatever is asked, ${runs} times, the answer is a documented one (seed ${seed}; repeat with FUZZ_SEED=${seed})`, async () => {
  const faults: unknown[] = [];
  await using simulator = await openTestSimulator({
    orders: [order(1n), order(2n, 'shipped'), order(3n)],
    reportFault: (error) => faults.push(error),
  });
  const store = simulator.environments.production.state.store;
  const statuses = async (): Promise<string> =>
    JSON.stringify((await store.list()).segments[0]?.orders.map(({ status }) => status));
  await fc.assert(
    fc.asyncProperty(
      anyRequest,
      async ({ method, path, query, authorization, contentType, body, accept }) => {
        const headers: [string, string | undefined][] = Object.entries({
          Authorization: authorization,
          'Content-Type': contentType,
          Accept: accept,
        });
        const before = await statuses();
        const response = await fetch(`${simulator.serviceOrigin}${path}${query}`, {
          method,
          headers: Object.fromEntries(
            headers.filter((entry): entry is [string, string] => entry[1] !== undefined),
          ),
          ...(body === undefined || method === 'GET' || method === 'HEAD' ? {} : { body }),
        });
        const text = await response.text();
        expect(documented).toContain(response.status);
        expect(text).not.toMatch(/<|\bat .*:\d+:\d+/);
        if (response.status >= 400 && text !== '') {
          expect(isError(JSON.parse(text))).toBe(true);
          expect(JSON.parse(text).status).toBe(response.status);
        }
        if (response.status !== 204) expect(await statuses()).toBe(before);
        if (text === '') expect(method === 'HEAD' || [204, 400, 409].includes(response.status)).toBe(true);
      },
    ),
    { numRuns: runs, seed },
  );
  expect(faults).toEqual([]);
});
