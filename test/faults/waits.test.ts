import { expect, test } from 'vitest';
import type { TestSimulator } from '../support/open-test-simulator.ts';
import { dial, parseResponse } from '../support/raw-http.ts';
import { createTestClock } from '../support/test-clock.ts';
import { cancelRequest, listRequest, openWithFaults, requestBytes } from './open-with-faults.ts';

const state = (sim: TestSimulator) => sim.environments.production.state;
const statusOf = async (sim: TestSimulator) => state(sim).store.get(1n)?.status;

test.each([
  ['before-commit', 'pending'],
  ['after-commit', 'cancelled'],
] as const)('a wait ends when the client leaves: %s leaves the order %s', async (when, status) => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500, when }], { machine });
  const { socket } = dial(sim.serviceOrigin, cancelRequest);
  await machine.untilWaiting(1);
  socket.destroy();
  const ended = await state(sim).journal.wait({ filter: {}, count: 1, timeoutMs: 60_000 });
  expect(ended.exchanges).toMatchObject([{ end: 'client-gone', answer: undefined }]);
  expect([await statusOf(sim), machine.waiting]).toEqual([status, 0]);
});

test('a wait ends when the server stops, and the request gets its response', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500 }], { machine });
  const { closed } = dial(sim.serviceOrigin, listRequest);
  await machine.untilWaiting(1);
  await sim.stop(60_000);
  expect(parseResponse((await closed).text).status).toBe(200);
});

test('a wait ends with a reset, and the request continues with the state before it', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500 }], { machine });
  const before = state(sim);
  const { closed } = dial(sim.serviceOrigin, cancelRequest);
  await machine.untilWaiting(1);
  await sim.environments.production.reset();
  expect(parseResponse((await closed).text).status).toBe(204);
  expect([before.store.get(1n)?.status, await statusOf(sim)]).toEqual(['cancelled', 'pending']);
});

const body = '[{"id":1},{"id":2}]';

test('sends the head at once and the body later', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'drip', bytes: 4, interval: 250 }], { machine });
  const { closed, receives } = dial(sim.serviceOrigin, listRequest);
  await machine.untilWaiting(1);
  await receives(/\r\n\r\n\[\{"i$/);
  for (let slice = 0; slice < 5; slice++) await machine.advance(250);
  expect(parseResponse((await closed).text).body).toBe(body);
});

test('a stale list stays one if another fault fires after it, and only a latency waits', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults(
    [
      { kind: 'stale-list' },
      { kind: 'latency', delay: 77 },
      { kind: 'status', status: 500, operation: 'cancelOrder' },
    ],
    { machine },
  );
  state(sim).store.remove(1n);
  const { closed } = dial(sim.serviceOrigin, listRequest);
  await machine.untilWaiting(1);
  await machine.advance(77);
  expect(parseResponse((await closed).text).body).toBe(body);
});

test('ends a connection only after an earlier response that is still to come', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults(
    [
      { kind: 'latency', delay: 500, operation: 'listOrders' },
      { id: 'close', kind: 'close', operation: 'cancelOrder' },
    ],
    { machine },
  );
  const both = requestBytes('GET /v1/store/orders') + requestBytes('DELETE /v1/store/orders/1');
  const connection = dial(sim.serviceOrigin, both);
  await machine.untilWaiting(1);
  while (state(sim).journal.counts().length < 2) await new Promise((resolve) => setImmediate(resolve));
  await machine.advance(500);
  expect(parseResponse((await connection.closed).text)).toMatchObject({ status: 200, body });
});
