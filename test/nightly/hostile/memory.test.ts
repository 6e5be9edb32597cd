import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { rawCases } from '../../simulator/service/raw-cases.ts';
import { testKey } from '../../support/open-test-simulator.ts';
import { request, sendRaw } from '../../support/raw-http.ts';
import { openPipelines, openUnfinished, pipeline } from './attacks.ts';

const mebibyte = 1024 ** 2;
const key = `Authorization: Bearer ${testKey}`;
const list = (origin: string) => request(origin, 'GET', '/v1/store/orders', [key]);

/** Sends its addresses, and responds to each message with the bytes of heap and buffers after a garbage collection. */
const program = `
import { startSimulator } from './src/simulator/start-simulator.ts';
const options = { scenario: process.argv[1], controlToken: 'token-for-tests' };
const { baseUrl, controlUrl } = await startSimulator(options);
process.send({ baseUrl, controlUrl });
process.on('message', () => {
  for (let time = 0; time < 4; time += 1) gc();
  const { heapUsed, external } = process.memoryUsage();
  process.send(heapUsed + external);
});
process.once('disconnect', () => process.exit());
`;

/** Starts a simulator in its own process. `memory` returns its bytes of heap and buffers after a collection. */
async function startMeasured(scenario: string) {
  const args = ['--expose-gc', '--input-type=module', '--eval', program, scenario];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [{ baseUrl, controlUrl }] = await once(child, 'message');
  const memory = async (): Promise<number> => {
    child.send('memory');
    const [held] = await once(child, 'message');
    return held;
  };
  return { origin: new URL(baseUrl).origin, controlUrl, memory };
}

/** Returns the bytes that three more rounds of an attack add after five warm-up rounds. */
async function growthBy(memory: () => Promise<number>, attack: () => Promise<void>): Promise<number> {
  for (let round = 0; round < 5; round++) await attack();
  const before = await memory();
  for (let round = 0; round < 3; round++) await attack();
  return (await memory()) - before;
}

test('memory is unchanged after everything that a client can do wrong', async () => {
  const { origin, memory } = await startMeasured('mixed');
  const before = await list(origin);
  const growth = await growthBy(memory, async () => {
    for (const [, bytes] of rawCases) await sendRaw(origin, bytes);
    // The connection is closed.
    await expect(pipeline(origin, 10_000)).rejects.toThrow('ECONNRESET');
    const unfinished = await openUnfinished(origin, 50);
    expect((await list(origin)).status).toBe(200);
    for (const socket of unfinished) socket.destroy();
  });
  expect((await list(origin)).body).toBe(before.body);
  expect(growth).toBeLessThan(30 * mebibyte);
});

test('50 clients that do not read a long list cost no copy of it, and others are served', async () => {
  const { origin, memory } = await startMeasured('large');
  const { body } = await list(origin);
  const before = await memory();
  const slow = openPipelines(origin, 50, 20);
  for (let at = 0; at < 20; at++) expect((await list(origin)).body).toBe(body);
  const growth = (await memory()) - before;
  for (const socket of slow) socket.destroy();
  expect((await list(origin)).body).toBe(body);
  expect(growth).toBeLessThan(Math.min(150 * mebibyte, 12 * 20 * body.length));
});

test('2,000 deleted environments leave less than 10 KiB each behind', async () => {
  const { controlUrl, memory } = await startMeasured('mixed');
  const control = new ControlClient({ url: controlUrl, token: 'token-for-tests' });
  const use = async (): Promise<void> => {
    await using environment = await control.createEnvironment({ scenario: 'mixed' });
    const headers = { Authorization: `Bearer ${environment.apiKey}` };
    await (await fetch(`${environment.baseUrl}/store/orders`, { headers })).text();
  };
  const useMany = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done += 50) await Promise.all(Array.from({ length: 50 }, use));
  };
  await useMany(500);
  const before = await memory();
  await useMany(2_000);
  expect((await memory()) - before).toBeLessThan(2_000 * 10 * 1024);
});
