import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Program } from '../../support/run-program.ts';
import { openPipelines, openUnfinishedBodies, pipeline, sendManyHeaders } from './attacks.ts';
import { startSmall, token } from './small-simulator.ts';

/** Returns the memory of a process in MiB. */
function memoryOf({ child }: Program): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

test('with a small heap, 4,000 requests without a key that have 300 headers each end nothing', async () => {
  const { program, serviceUrl } = await startSmall();
  await sendManyHeaders(serviceUrl, 4_000);
  expect(program.child.exitCode).toBeNull();
  expect((await fetch(`${serviceUrl}/v1/store/orders`)).status).toBe(401);
});

test('with a small heap, 1,000 connections that pipeline 60 lists each and read nothing end nothing', async () => {
  const { program, serviceUrl, url } = await startSmall(['--scenario', 'mixed']);
  const clients = openPipelines(serviceUrl, 1_000, 60);
  for (let time = 0; time < 20; time += 1) expect((await fetch(`${url}/livez`)).status).toBe(200);
  for (const client of clients) client.destroy();
  const headers = { Authorization: 'Bearer test-api-key' };
  expect((await fetch(`${serviceUrl}/v1/store/orders`, { headers })).status).toBe(200);
  expect(program.child.exitCode).toBeNull();
});

// Run from the sources, which take 40 MiB more than the package.
test('19,200 pipelined lists leave the process with at most 250 MiB', async () => {
  const { program, serviceUrl } = await startSmall(['--scenario', 'mixed'], 1_024);
  for (let round = 0; round < 20; round += 1)
    await Promise.all(Array.from({ length: 16 }, () => pipeline(serviceUrl, 60)));
  const most = memoryOf(program);
  expect(most).toBeLessThan(250);
});

test('with a small heap, 4 rounds of 300 unfinished bodies without a key leave no more than half as much memory again', async () => {
  const { program, serviceUrl } = await startSmall();
  const memory = () => memoryOf(program);
  const before = memory();
  for (let round = 0; round < 4; round++) {
    const clients = await openUnfinishedBodies(serviceUrl, 300);
    expect((await fetch(`${serviceUrl}/v1/store/orders`)).status).toBe(401);
    for (const client of clients) client.destroy();
  }
  expect(memory()).toBeLessThan(1.5 * before);
});

test('with a heap of 128 MiB, parallel reads of four environments of 10,000 orders end nothing', async () => {
  const { program, control, url } = await startSmall([], 128);
  const scenario = { generate: [{ count: 10_000, status: 'pending', firstId: 1n } as const] };
  const names = ['e0', 'e1', 'e2', 'e3'];
  for (const name of names) await control.createEnvironment({ name, scenario });
  const reads = names.flatMap((name) => {
    const environment = control.environment(name);
    return [environment.orders.list(), environment.snapshot('json'), environment.orders.list()];
  });
  const outcomes = await Promise.all(
    reads.map((read) =>
      read.then(
        () => 'read',
        ({ code, message }) => code ?? message,
      ),
    ),
  );
  expect([program.child.exitCode, program.child.signalCode]).toEqual([null, null]);
  expect(outcomes.filter((outcome) => outcome !== 'read' && outcome !== 'out_of_memory')).toEqual([]);
  const address = `${url}/environments/e0/orders?limit=10`;
  const page = await fetch(address, { headers: { Authorization: `Bearer ${token}` } });
  expect([page.status, JSON.parse(await page.text()).total]).toEqual([200, 10_000]);
});
