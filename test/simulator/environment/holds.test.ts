import { expect, onTestFinished, test } from 'vitest';
import { requestBytes } from '../../faults/open-with-faults.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, type TestSimulator } from '../../support/open-test-simulator.ts';
import { dial, parseResponse } from '../../support/raw-http.ts';
import { createTestClock } from '../../support/test-clock.ts';

const cancel = requestBytes('DELETE /v1/store/orders/1', 'Connection: close');

async function open(machine = createTestClock()): Promise<TestSimulator> {
  const sim = await openTestSimulator({ orders: [placed(1n), placed(2n)], machine });
  onTestFinished(() => sim.stop(0));
  return sim;
}

const state = (sim: TestSimulator) => sim.environments.production.state;
/** Holds some cancels of order 1 at the hold `race`. */
async function hold(sim: TestSimulator, waiting: number) {
  const { holds } = state(sim);
  holds.open({ id: 'race', orderId: 1n });
  const clients = [];
  for (let at = 1; at <= waiting; at++) {
    clients.push(dial(sim.serviceOrigin, cancel));
    await holds.wait('race', { waiting: at, timeoutMs: 60_000 });
  }
  return { holds, clients };
}
const statuses = (clients: readonly { closed: Promise<{ text: string }> }[]) =>
  Promise.all(clients.map(async ({ closed }) => parseResponse((await closed).text).status));

test('ship first: the held cancel is too late', async () => {
  const sim = await open();
  const { holds, clients } = await hold(sim, 1);
  expect(state(sim).store.ship(1n).kind).toBe('shipped');
  holds.close('race');
  expect(await statuses(clients)).toEqual([409]);
});

test('cancel first: the released cancel is committed, and the order does not ship', async () => {
  const sim = await open();
  const { holds, clients } = await hold(sim, 1);
  holds.release('race', 1);
  expect(state(sim).store.ship(1n).kind).toBe('already-cancelled');
  expect(await statuses(clients)).toEqual([204]);
  const [exchange] = state(sim).journal.find().exchanges;
  expect(exchange).toMatchObject({ gate: 'race', order: { id: 1n, before: 'pending', after: 'cancelled' } });
});

test('lists and cancels of other orders pass while a hold is open', async () => {
  const sim = await open();
  const { holds, clients } = await hold(sim, 1);
  const others = ['GET /v1/store/orders', 'DELETE /v1/store/orders/2', 'DELETE /v1/store/orders/x'];
  const seen = await statuses(
    others.map((line) => dial(sim.serviceOrigin, requestBytes(line, 'Connection: close'))),
  );
  expect(seen).toEqual([200, 204, 404]);
  holds.close('race');
  await statuses(clients);
});

test('a client that leaves while it is held cancels nothing', async () => {
  const sim = await open();
  const { holds, clients } = await hold(sim, 1);
  clients[0]?.socket.destroy();
  await state(sim).journal.wait({ filter: {}, count: 1, timeoutMs: 60_000 });
  expect([holds.get('race')?.waiting, state(sim).store.get(1n)?.status]).toEqual([[], 'pending']);
  const [exchange] = state(sim).journal.find().exchanges;
  expect(exchange).toMatchObject({ gate: 'race', end: 'client-gone', answer: undefined });
});

test('a hold closes by itself, and its requests get responses', async () => {
  const machine = createTestClock();
  const sim = await open(machine);
  const { clients } = await hold(sim, 1);
  await machine.advance(10_000);
  expect([await statuses(clients), state(sim).holds.list().length > 0]).toEqual([[204], false]);
});

test.each(['reset', 'stop'] as const)('a %s releases held requests', async (what) => {
  const sim = await open();
  const before = state(sim);
  const { clients } = await hold(sim, 1);
  if (what === 'reset') await sim.environments.production.reset();
  else await sim.stop(60_000);
  expect(await statuses(clients)).toEqual([204]);
  expect([before.store.get(1n)?.status, state(sim).holds.list()]).toEqual(['cancelled', []]);
});
