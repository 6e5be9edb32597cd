import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';
import { startMeasured } from './measured-simulator.ts';
import { sendMutated } from './mutated-requests.ts';
import { servePages } from './serve-pages.ts';

const seed = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));
const key = `Authorization: Bearer ${testKey}`;
const count = 20_000;

test(`${count} mutated requests get documented responses and leave nothing behind (seed ${seed}; repeat with FUZZ_SEED=${seed})`, async () => {
  const simulator = await startMeasured('mixed', onTestFinished);
  await sendMutated(simulator.origin, 5_000, seed - 5_000);
  const before = await simulator.memory();
  const { statuses, wrong } = await sendMutated(simulator.origin, count, seed);
  const after = await simulator.memory();
  expect(wrong).toEqual([]);
  expect(statuses.get(500)).toBeUndefined();
  expect((await request(simulator.origin, 'GET', '/v1/store/orders', [key])).status).toBe(200);
  expect(simulator.alive()).toBe(true);
  const growth = after.held - before.held;
  expect(growth).toBeLessThan(30 * 1024 ** 2);
  // A fuzzer that is always refused would prove nothing.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 400, 401, 404]));
});

test('detects a server that responds with pages', async () => {
  await using broken = await servePages();
  expect((await sendMutated(broken.origin, 300, seed)).wrong.length).toBeGreaterThan(0);
});
