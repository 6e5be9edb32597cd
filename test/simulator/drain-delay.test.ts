import { expect, test } from 'vitest';
import { createHandClock } from '../helpers/hand-clock.ts';
import { openTestSimulator } from '../helpers/open-test-simulator.ts';

const headers = { Authorization: 'Bearer test-api-key' };

test('during the drain delay only /readyz fails, and then the sockets close', async () => {
  const machine = createHandClock();
  await using simulator = await openTestSimulator({ machine });
  const stopped = simulator.stop(0, 5_000);
  const ready = await fetch(`${simulator.controlUrl}/readyz`);
  expect([ready.status, await ready.json()]).toMatchObject([503, { code: 'not_ready' }]);
  expect((await fetch(`${simulator.controlUrl}/livez`)).status).toBe(200);
  expect((await fetch(`${simulator.baseUrl}/store/orders`, { headers })).status).toBe(200);
  machine.advance(4_999);
  expect((await fetch(`${simulator.baseUrl}/store/orders`, { headers })).status).toBe(200);
  machine.advance(1);
  await stopped;
  await expect(fetch(`${simulator.baseUrl}/store/orders`, { headers })).rejects.toThrow('fetch failed');
});

test('a second stop does not wait for the drain delay of the first', async () => {
  const simulator = await openTestSimulator({ machine: createHandClock() });
  const stopped = simulator.stop(1_000, 60_000);
  await simulator.stop(0);
  await stopped;
  await expect(fetch(simulator.baseUrl)).rejects.toThrow('fetch failed');
});
