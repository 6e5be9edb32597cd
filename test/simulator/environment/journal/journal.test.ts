import { expect, onTestFinished, test } from 'vitest';
import { placed } from '../../../support/an-environment.ts';
import {
  ask,
  openTestSimulator,
  stagingKey,
  type TestSimulator,
  type TestSimulatorOptions,
} from '../../../support/open-test-simulator.ts';

async function open(rest: TestSimulatorOptions = {}): Promise<TestSimulator> {
  const orders = [placed(1n), placed(2n, 'shipped'), placed(9007199254740993n)];
  const sim = await openTestSimulator({ orders, clock: { at: 1_000, frozen: true }, ...rest });
  onTestFinished(() => sim.stop(0));
  return sim;
}

const journal = (sim: TestSimulator) => sim.environments.production.state.journal;
const list = 'GET /v1/store/orders';
const cancel = 'DELETE /v1/store/orders/1';

test('keeps at most 8 KiB of a body, and the length of the whole', async () => {
  const orders = Array.from({ length: 2_000 }, (_, at) => placed(BigInt(at)));
  const sim = await open({ orders });
  const { body } = await ask(sim, list);
  await ask(sim, cancel, [], 'x'.repeat(20_000));
  const listed = journal(sim).get(1)?.answer?.body;
  expect([listed?.length, listed?.truncated]).toEqual([body.length, true]);
  expect(body.startsWith(listed?.text?.replace(/…$/, '') ?? '?')).toBe(true);
  expect(listed?.text?.length).toBeGreaterThan(8_000);
  for (const length of [8_192, 8_193]) await ask(sim, cancel, [], 'x'.repeat(length));
  const cancelled = await Promise.all([2, 3, 4].map((number) => journal(sim).get(number)));
  expect(cancelled.map((exchange) => [exchange?.body?.length, exchange?.body?.truncated])).toEqual([
    [20_000, true],
    [8_192, false],
    [8_193, true],
  ]);
  expect(cancelled[0]?.notes.map(({ code }) => code)).toEqual(['body-ignored']);
});

test('the journal keeps the beginning of a long message without the whole of it', async () => {
  const sim = await open();
  const message = JSON.stringify({ message: 'x'.repeat(100_000) });
  await ask(sim, 'POST /quickstart/messages', ['Content-Type: application/json'], message);
  const [entry] = journal(sim).entries();
  expect([entry?.responseBody, entry?.responseBody?.length]).toEqual([expect.any(Buffer), 8_192]);
  expect(entry?.bytes).toBeGreaterThan(2 * 8_192);
});

test('a key that has expired is redacted, in the journal and in the log, and is no key of another environment', async () => {
  const logged: string[] = [];
  const sim = await open({ onRequest: ({ target }) => void logged.push(target) });
  sim.environments.production.state.keys.add('an-old-key', 0);
  sim.environments.here.get('staging')?.state.keys.add(stagingKey, 0);
  await ask(sim, `${list}?note=an-old-key`);
  await ask(sim, list, [`Authorization: Bearer ${stagingKey}`]);
  const { exchanges } = journal(sim).find();
  expect([exchanges[1]?.query, logged[0]]).toEqual(['?note=[redacted]', '/v1/store/orders?note=[redacted]']);
  expect(exchanges[0]?.notes).toEqual([]);
});

test('each environment has its own journal; production keeps requests without one; a reset empties it', async () => {
  const sim = await open();
  await ask(sim, 'GET /staging/v1/store/orders', [`Authorization: Bearer ${stagingKey}`]);
  await ask(sim, 'GET /nowhere/v1/store/orders');
  const staging = sim.environments.here.get('staging')?.state.journal;
  const lengths = async () => [staging?.counts()?.length, journal(sim).counts().length];
  expect(await lengths()).toEqual([1, 1]);
  await sim.environments.production.reset();
  expect(await lengths()).toEqual([1, 0]);
});
