import { expect, test } from 'vitest';
import { startSimulatorFor } from '../../src/simulator/start-simulator.ts';
import { statusAt } from '../support/serve-here.ts';
import { createTestClock } from '../support/test-clock.ts';

const apiKey = 'key-of-this-test';

test('during the drain delay only /readyz fails, and then the sockets close', async () => {
  const machine = createTestClock();
  await using simulator = await startSimulatorFor({ apiKey: [apiKey] }, { machine });
  const list = () => statusAt(`${simulator.baseUrl}/store/orders`, apiKey);
  const stopped = simulator.stop({ timeoutMs: 0, drainDelayMs: 5_000 });
  const ready = await fetch(`${simulator.controlUrl}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: 'not_ready' }]);
  expect((await fetch(`${simulator.controlUrl}/livez`)).status).toBe(200);
  expect(await list()).toBe(200);
  await machine.advance(4_999);
  expect(await list()).toBe(200);
  await machine.advance(1);
  await stopped;
  expect(await list()).not.toBe(200);
});

test('a second stop does not wait for the drain delay of the first', async () => {
  const simulator = await startSimulatorFor({ apiKey: [apiKey] }, { machine: createTestClock() });
  const stopped = simulator.stop({ timeoutMs: 1_000, drainDelayMs: 60_000 });
  await simulator.stop({ timeoutMs: 0 });
  await stopped;
  expect(await statusAt(`${simulator.baseUrl}/store/orders`, apiKey)).not.toBe(200);
});
