import { expect, test } from 'vitest';
import type { EndedRequest, FailedRequest } from '../../../src/simulator/service/reports.ts';
import { placed } from '../../helpers/an-environment.ts';
import {
  controlToken,
  openTestSimulator,
  type TestSimulator,
  testKey,
} from '../../helpers/open-test-simulator.ts';
import { request } from '../../helpers/raw-http.ts';

const key = `Authorization: Bearer ${testKey}`;

test('a failure within an exchange is reported with the number by which the journal has it, and without the key', async () => {
  const told: FailedRequest[] = [];
  await using simulator = await openTestSimulator({ onError: (_, failed) => void told.push(failed) });
  const { production } = simulator.environments;
  await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key]);
  production.state.store.list = () => Promise.reject(new Error('planted'));
  const target = `/v1/store/orders?token=${testKey}`;
  expect((await request(simulator.serviceOrigin, 'GET', target, [key])).status).toBe(500);
  const where = { environment: 'production', exchange: 2, method: 'GET' };
  expect(told).toEqual([{ failure: 1, ...where, target: '/v1/store/orders?token=<redacted>' }]);
  const [entry] = (await production.state.journal.find()).exchanges.filter(({ number }) => number === 2);
  expect([entry?.end, entry?.answer?.status, entry?.query]).toEqual(['failed', 500, '?token=<redacted>']);
});

/** Has every look-up of an environment fail, which comes before any exchange. */
function breakEnvironments({ environments }: TestSimulator): void {
  Object.assign(environments, {
    get: () => {
      throw new Error('planted');
    },
  });
}

test('a failure before any exchange has a number of its own', async () => {
  const told: FailedRequest[] = [];
  await using simulator = await openTestSimulator({ onError: (_, failed) => void told.push(failed) });
  breakEnvironments(simulator);
  for (const id of [1, 2]) {
    const target = `/v1/store/orders/${id}?x=${testKey}`;
    const answer = await request(simulator.serviceOrigin, 'DELETE', target, [key]);
    expect([answer.status, JSON.parse(answer.body).code]).toEqual([500, 'internal_error']);
  }
  const method = 'DELETE';
  expect(told).toEqual([
    { failure: 1, method, target: '/v1/store/orders/1?x=<redacted>' },
    { failure: 2, method, target: '/v1/store/orders/2?x=<redacted>' },
  ]);
});

test('a failure of the control API is reported with its request, and without the token', async () => {
  const told: FailedRequest[] = [];
  await using simulator = await openTestSimulator({ onError: (_, failed) => void told.push(failed) });
  breakEnvironments(simulator);
  const { status } = await fetch(`${simulator.controlUrl}/environments/${controlToken}`, {
    headers: { Authorization: `Bearer ${controlToken}` },
  });
  expect(status).toBe(500);
  expect(told).toEqual([{ failure: 1, method: 'GET', target: '/environments/<redacted>' }]);
});

test('each answered request is reported with its number in the journal, and without the key', async () => {
  const told: EndedRequest[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    faults: [{ kind: 'reset', operation: 'listOrders' }],
    onRequest: (ended) => void told.push(ended),
  });
  const { serviceOrigin } = simulator;
  await request(serviceOrigin, 'DELETE', `/v1/store/orders/1?k=${testKey}`, [key]);
  await request(serviceOrigin, 'DELETE', '/staging/v1/store/orders/1', [key]);
  await expect(request(serviceOrigin, 'GET', '/v1/store/orders', [key])).rejects.toThrow('ECONNRESET');
  const ms = expect.any(Number);
  const [method, environment] = ['DELETE', 'production'];
  expect(told).toEqual([
    { environment, exchange: 1, method, target: '/v1/store/orders/1?k=<redacted>', status: 204, ms },
    { environment: 'staging', exchange: 1, method, target: '/staging/v1/store/orders/1', status: 401, ms },
    { environment, exchange: 2, method: 'GET', target: '/v1/store/orders', status: 0, ms },
  ]);
});

test('a report of an answered request that fails takes back no answer, and is a failure itself', async () => {
  const told: FailedRequest[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    onError: (_, failed) => void told.push(failed),
    onRequest: () => {
      throw new Error('planted');
    },
  });
  const requests = [1, 2, 3].map(() => request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key]));
  const answers = await Promise.all(requests);
  expect(answers.map(({ status, body }) => [status, JSON.parse(body).length])).toEqual(
    [1, 2, 3].map(() => [200, 1]),
  );
  expect(told.map(({ failure, exchange }) => [failure, exchange])).toEqual([1, 2, 3].map((n) => [n, n]));
});
