import { expect, onTestFinished, test } from 'vitest';
import type { EndedRequest, FailedRequest } from '../../../src/simulator/service/reports.ts';
import { placed } from '../../support/an-environment.ts';
import {
  ask,
  controlToken,
  openTestSimulator,
  stagingKey,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../support/open-test-simulator.ts';
import { createTestClock } from '../../support/test-clock.ts';

/** Opens a simulator that the test breaks, and collects the failures that it reports. */
async function openReporting(options: TestSimulatorOptions = {}) {
  const reported: FailedRequest[] = [];
  const simulator = await openTestSimulator({
    ofOneProcess: 'the test breaks the memory of a process',
    orders: [placed(1n)],
    onError: (_, failed) => void reported.push(failed),
    ...options,
  });
  onTestFinished(() => simulator.stop(0));
  return { simulator, reported };
}

test('reports a failure during an exchange with its number in the journal and without the key', async () => {
  const { simulator, reported } = await openReporting();
  const { production } = simulator.environments;
  await ask(simulator, 'GET /v1/store/orders');
  production.state.store.list = () => {
    throw new Error('planted');
  };
  const target = `/v1/store/orders?token=${testKey}`;
  expect((await ask(simulator, `GET ${target}`)).status).toBe(500);
  const where = { environment: 'production', exchange: 2, method: 'GET' };
  expect(reported).toEqual([{ failure: 1, ...where, target: '/v1/store/orders?token=[redacted]' }]);
  const [entry] = production.state.journal.find().exchanges.filter(({ number }) => number === 2);
  expect([entry?.end, entry?.answer?.status, entry?.query]).toEqual(['failed', 500, '?token=[redacted]']);
});

/** Has every look-up of an environment fail, which comes before any exchange. */
function breakEnvironments({ environments }: TestSimulator): void {
  const fail = (): never => {
    throw new Error('planted');
  };
  Object.assign(environments, { find: fail, step: fail });
  Object.defineProperty(environments, 'production', { get: fail });
}

test('a failure before an exchange has its own number', async () => {
  const { simulator, reported } = await openReporting();
  breakEnvironments(simulator);
  const secrets = `x=${testKey}&y=${stagingKey}`;
  for (const target of [`/v1/store/orders/1?${secrets}`, `file://?${secrets}`]) {
    const response = await ask(simulator, `DELETE ${target}`);
    expect([response.status, JSON.parse(response.body).code]).toEqual([500, 'internal_error']);
  }
  const method = 'DELETE';
  expect(reported).toEqual([
    { failure: 1, method, target: '/v1/store/orders/1?x=[redacted]&y=[redacted]' },
    { failure: 2, method, target: 'file://?x=[redacted]&y=[redacted]' },
  ]);
});

test('a response that has begun and cannot be continued ends with its connection', async () => {
  const clock = createTestClock();
  const sleep = (ms: number, signal?: AbortSignal) =>
    ms === 10 ? Promise.reject(new Error('planted')) : clock.sleep(ms, signal);
  const { simulator, reported } = await openReporting({
    machine: { ...clock, sleep },
    faults: [{ kind: 'drip', bytes: 3, interval: 10 }],
  });
  const { status, body } = await ask(simulator, 'GET /v1/store/orders');
  // What was written of the body may be lost with the connection.
  expect([status, '[{"'.startsWith(body)]).toEqual([200, true]);
  expect(reported).toMatchObject([{ failure: 1, exchange: 1 }]);
  expect(simulator.environments.production.state.journal.get(1)?.end).toBe('failed');
});

test('a failure of the control API is reported with its request, and without the token', async () => {
  const { simulator, reported } = await openReporting();
  breakEnvironments(simulator);
  const response = await fetch(`${simulator.controlUrl}/environments/${controlToken}`, {
    headers: { Authorization: `Bearer ${controlToken}` },
  });
  const message = 'The simulator failed. See its log for details.';
  expect(await response.json()).toEqual({ code: 'internal_error', message, status: 500 });
  expect(reported).toEqual([{ failure: 1, method: 'GET', target: '/environments/[redacted]' }]);
});

test('each ended request is reported with its number in the journal and without the key', async () => {
  const reported: EndedRequest[] = [];
  await using simulator = await openTestSimulator({
    orders: [placed(1n)],
    faults: [{ kind: 'reset', operation: 'listOrders' }],
    onRequest: (ended) => void reported.push(ended),
  });
  await ask(simulator, `DELETE /v1/store/orders/1?k=${testKey}`);
  await ask(simulator, 'DELETE /staging/v1/store/orders/1');
  await expect(ask(simulator, 'GET /v1/store/orders')).rejects.toThrow('ECONNRESET');
  const ms = expect.any(Number);
  const [method, environment] = ['DELETE', 'production'];
  expect(reported).toEqual([
    { environment, exchange: 1, method, target: '/v1/store/orders/1?k=[redacted]', status: 204, ms },
    { environment: 'staging', exchange: 1, method, target: '/staging/v1/store/orders/1', status: 401, ms },
    { environment, exchange: 2, method: 'GET', target: '/v1/store/orders', status: 0, ms },
  ]);
});

test('a hook that throws does not affect the response, and is reported as a failure', async () => {
  const { simulator, reported } = await openReporting({
    onRequest: () => {
      throw new Error('planted');
    },
  });
  const requests = [1, 2, 3].map(() => ask(simulator, 'GET /v1/store/orders'));
  const responses = await Promise.all(requests);
  expect(responses.map(({ status, body }) => [status, JSON.parse(body).length])).toEqual(
    [1, 2, 3].map(() => [200, 1]),
  );
  expect(reported.map(({ failure, exchange }) => [failure, exchange])).toEqual([1, 2, 3].map((n) => [n, n]));
});

test('a hook does not get the requests that it does not want', async () => {
  const ended: string[] = [];
  let wanted = false;
  const onRequest = Object.assign(({ target }: EndedRequest) => void ended.push(target), {
    wants: () => wanted,
  });
  await using simulator = await openTestSimulator({ onRequest });
  await ask(simulator, 'GET /v1/left-out');
  wanted = true;
  await ask(simulator, 'GET /v1/told');
  expect(ended).toEqual(['/v1/told']);
});
