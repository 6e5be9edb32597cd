import { expect, onTestFinished, test } from 'vitest';
import { testKey } from '../../support/open-test-simulator.ts';
import { request } from '../../support/raw-http.ts';
import { openSlowReaders, openUnfinished, pipeline, sendTable } from './attacks.ts';
import { churn } from './churn.ts';
import { type MeasuredSimulator, startMeasured } from './measured-simulator.ts';

const key = `Authorization: Bearer ${testKey}`;
const limit = 30 * 1024 ** 2;

function list(origin: string) {
  return request(origin, 'GET', '/v1/store/orders', [key]);
}

type Growth = { readonly held: number; readonly process: number };

/** Returns the memory that three more rounds of an attack add after five warm-up rounds. */
async function growthBy(simulator: MeasuredSimulator, attack: () => Promise<void>): Promise<Growth> {
  for (let round = 0; round < 5; round++) await attack();
  const before = await simulator.memory();
  for (let round = 0; round < 3; round++) await attack();
  const after = await simulator.memory();
  return { held: after.held - before.held, process: after.process - before.process };
}

test('memory is unchanged after everything that a client can do wrong', async () => {
  const simulator = await startMeasured('mixed', onTestFinished);
  const { origin } = simulator;
  const before = await list(origin);
  const growth = await growthBy(simulator, async () => {
    await sendTable(origin, 3);
    // The connection is closed.
    await expect(pipeline(origin, 10_000)).rejects.toThrow('ECONNRESET');
    const unfinished = await openUnfinished(origin, 50);
    expect((await list(origin)).status).toBe(200);
    for (const socket of unfinished) socket.destroy();
  });
  expect((await list(origin)).body).toBe(before.body);
  expect(growth.held).toBeLessThan(limit);
  expect(growth.process).toBeLessThan(limit);
});

test('50 clients that do not read a long list cost no copy of it, and others are served', async () => {
  const simulator = await startMeasured('large', onTestFinished);
  const { origin } = simulator;
  const { body } = await list(origin);
  const before = await simulator.memory();
  const slow = await openSlowReaders(origin, 50, 20);
  for (let at = 0; at < 20; at++) expect((await list(origin)).body).toBe(body);
  const during = await simulator.memory();
  for (const socket of slow) socket.destroy();
  expect((await list(origin)).body).toBe(body);
  const growth = Math.max(during.held - before.held, during.process - before.process);
  const asked = 50 * 20 * body.length;
  expect(growth).toBeLessThan(asked / 4);
  expect(growth).toBeLessThan(150 * 1024 ** 2);
});

test('deleted environments leave no bytes behind but those of the last lists', async () => {
  const simulator = await startMeasured('mixed', onTestFinished);
  const options = { controlUrl: simulator.controlUrl, inParallel: 4 };
  await churn({ ...options, environments: 4, seed: 1 });
  const before = await simulator.memory();
  await churn({ ...options, environments: 60, seed: 2 });
  const after = await simulator.memory();
  const growth = { external: after.external - before.external, held: after.held - before.held };
  // The lists of deleted environments are dropped for later ones.
  expect(growth.external).toBeLessThan(42 * 1024 ** 2);
  expect(growth.held).toBeLessThan(52 * 1024 ** 2);
});

test('the lists of many environments with the profile vary keep at most 32 MiB of bytes', async () => {
  const simulator = await startMeasured('mixed', onTestFinished);
  const headers = { Authorization: 'Bearer token-for-tests', 'Content-Type': 'application/json' };
  const orders = Array.from({ length: 4_000 }, (_, at) => ({ id: at, petId: 7, quantity: 1 }));
  const body = JSON.stringify({ profile: 'vary', scenario: { orders } });
  const opened: { readonly baseUrl: string; readonly apiKeys: readonly string[] }[] = [];
  for (let at = 0; at < 30; at++) {
    const url = `${simulator.controlUrl}/environments/vary-${at}`;
    opened.push(JSON.parse(await (await fetch(url, { method: 'PUT', headers, body })).text()));
  }
  const before = await simulator.memory();
  const lists = 25 * opened.length;
  for (let at = 0; at < lists; at++) {
    const { baseUrl, apiKeys } = opened[at % opened.length] ?? { baseUrl: '', apiKeys: [] };
    const response = await fetch(`${baseUrl}/store/orders`, {
      headers: { Authorization: `Bearer ${apiKeys[0]}` },
    });
    await response.arrayBuffer();
  }
  const kept = (await simulator.memory()).external - before.external;
  // The journals keep 8 KiB of each.
  expect(kept).toBeLessThan(lists * 8_192 + 42 * 1024 ** 2);
});
