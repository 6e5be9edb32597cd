import { expect, onTestFinished, test } from 'vitest';
import { drawBytes } from '../../../src/draw.ts';
import type { FailedRequest } from '../../../src/simulator/service/reports.ts';
import { placed } from '../../support/an-environment.ts';
import {
  openTestSimulator,
  type TestSimulator,
  type TestSimulatorOptions,
  testKey,
} from '../../support/open-test-simulator.ts';
import { parseResponse, request, sendRaw } from '../../support/raw-http.ts';
import { createTestClock } from '../../support/test-clock.ts';

const list = '/v1/store/orders';
const key = `Authorization: Bearer ${testKey}`;

async function open(options: TestSimulatorOptions): Promise<TestSimulator> {
  const simulator = await openTestSimulator({ orders: [placed(1n), placed(2n, 'shipped')], ...options });
  onTestFinished(() => simulator.stop(0));
  return simulator;
}

const send = ({ serviceOrigin }: TestSimulator, method: string, target: string, ...headers: string[]) =>
  request(serviceOrigin, method, target, [key, ...headers]);
const journalOf = ({ environments }: TestSimulator) => environments.production.state.journal;

test('error-codes=opaque draws the code from the seed and the number of the request', async () => {
  const simulator = await open({ gaps: { 'error-codes': 'opaque' } });
  for (const number of [1, 2])
    expect(JSON.parse((await send(simulator, 'DELETE', `${list}/9`)).body).code).toBe(
      `E${drawBytes('1', 'error code', number).toString('hex', 0, 4)}`,
    );
});

test('a message that cannot be read is refused for itself', async () => {
  const simulator = await open({});
  await sendRaw(simulator.serviceOrigin, `GET ${list} HTTP/1.1\r\nHost: a\r\nHost: b\r\n${key}\r\n\r\n`);
  const body = `{"message":"${'x'.repeat(1024 * 1024)}"}`;
  const length = `Content-Length: ${body.length}`;
  await request(
    simulator.serviceOrigin,
    'POST',
    '/quickstart/messages',
    [key, 'Content-Type: application/json', length],
    body,
  );
  await request(simulator.serviceOrigin, 'DELETE', `${list}/1`, [key, length], body);
  const { exchanges } = journalOf(simulator).find();
  expect(exchanges.toReversed().map(({ refused, body: kept }) => [refused?.why, kept?.length])).toEqual([
    ['the request itself is refused (bad_request)', undefined],
    ['the request itself is refused (content_too_large)', 1024 * 1024 + 1],
    [undefined, 1024 * 1024 + 1],
  ]);
});

test('a second cancel does not make the list show the order again', async () => {
  const gaps = { 'cancelled-in-list': 'remove', 'list-lag': 'after-1-reads', 'cancel-again': 'conflict' };
  const simulator = await open({ gaps });
  const ids = async () =>
    JSON.parse((await send(simulator, 'GET', list)).body).map(({ id }: { id: number }) => id);
  expect((await send(simulator, 'DELETE', `${list}/1`)).status).toBe(204);
  expect([await ids(), await ids()]).toEqual([[1, 2], [2]]);
  expect((await send(simulator, 'DELETE', `${list}/1`)).status).toBe(409);
  expect(await ids()).toEqual([2]);
});

test('orders that are due ship before a list', async () => {
  const simulator = await open({ ships: [{ kind: 'after-lists', orderId: 1n, lists: 1 }] });
  const { store } = simulator.environments.production.state;
  const statuses = [];
  for (const _ of [1, 2]) {
    expect((await send(simulator, 'GET', list)).body).toBe('[{"id":1},{"id":2}]');
    statuses.push(store.get(1n)?.status);
  }
  expect(statuses).toEqual(['pending', 'shipped']);
});

test('closes the connection if a response that has begun cannot be continued', async () => {
  const failures: FailedRequest[] = [];
  const clock = createTestClock();
  const sleep = (ms: number, signal?: AbortSignal) =>
    ms === 10 ? Promise.reject(new Error('planted')) : clock.sleep(ms, signal);
  const machine = { ...clock, sleep };
  const simulator = await open({
    machine,
    faults: [{ kind: 'drip', bytes: 3, interval: 10 }],
    onError: (_, failed) => void failures.push(failed),
  });
  const received = await sendRaw(
    simulator.serviceOrigin,
    `GET ${list} HTTP/1.1\r\nHost: localhost\r\n${key}\r\n\r\n`,
  );
  // What was written of the body may be lost with the connection.
  const { status, body } = parseResponse(received);
  expect([status, '[{"'.startsWith(body)]).toEqual([200, true]);
  expect(failures).toMatchObject([{ failure: 1, exchange: 1 }]);
  expect(journalOf(simulator).get(1)?.end).toBe('failed');
});

test('a failure before an exchange without a path is answered, too', async () => {
  const failures: FailedRequest[] = [];
  const simulator = await open({
    ofOneProcess: 'the test breaks the memory of a process',
    onError: (_, failed) => void failures.push(failed),
  });
  Object.defineProperty(simulator.environments, 'production', {
    get: () => {
      throw new Error('planted');
    },
  });
  const received = await sendRaw(
    simulator.serviceOrigin,
    'GET file://?x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
  );
  expect(parseResponse(received).status).toBe(500);
  expect(failures).toHaveLength(1);
});
