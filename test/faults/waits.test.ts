import { expect, test } from 'vitest';
import type { TestSimulator } from '../support/open-test-simulator.ts';
import { parseResponse } from '../support/raw-http.ts';
import { createTestClock } from '../support/test-clock.ts';
import { cancelRequest, dial, listRequest } from './a-connection.ts';
import { openWithFaults } from './open-with-faults.ts';

const state = (sim: TestSimulator) => sim.environments.production.state;
const statusOf = async (sim: TestSimulator) => state(sim).store.get(1n)?.status;

test.each([
  ['before-commit', 'pending'],
  ['after-commit', 'cancelled'],
] as const)('a wait ends when the client leaves: %s leaves the order %s', async (when, status) => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500, when }], { machine });
  const { socket } = dial(sim.serviceOrigin, cancelRequest);
  await machine.begun(500);
  socket.destroy();
  const ended = await state(sim).journal.wait({ filter: {}, count: 1, timeoutMs: 60_000 });
  expect(ended.exchanges).toMatchObject([{ end: 'client-gone', answer: undefined }]);
  expect([await statusOf(sim), machine.waiting]).toEqual([status, 0]);
});

test('a wait ends when the server stops, and the request gets its response', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500 }], { machine });
  const { closed } = dial(sim.serviceOrigin, listRequest);
  await machine.begun(500);
  await sim.stop(60_000);
  expect(parseResponse((await closed).text).status).toBe(200);
});

test('a wait ends with a reset, and the request continues with the state before it', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'latency', delay: 500 }], { machine });
  const before = state(sim);
  const { closed } = dial(sim.serviceOrigin, cancelRequest);
  await machine.begun(500);
  await sim.environments.production.reset();
  expect(parseResponse((await closed).text).status).toBe(204);
  expect([before.store.get(1n)?.status, await statusOf(sim)]).toEqual(['cancelled', 'pending']);
});

const body = '[{"id":1},{"id":2}]';

test('sends the head at once and the body later', async () => {
  const machine = createTestClock();
  const sim = await openWithFaults([{ kind: 'drip', bytes: 4, interval: 250 }], { machine });
  const { closed, receives } = dial(sim.serviceOrigin, listRequest);
  await machine.begun(250);
  await receives(/\r\n\r\n\[\{"i$/);
  for (let slice = 0; slice < 5; slice++) await machine.advance(250);
  expect(parseResponse((await closed).text).body).toBe(body);
});
