import { expect, test } from 'vitest';
import { ControlClient } from '../../../src/client/index.ts';
import { Container, docker } from '../../e2e/image/docker.ts';

const token = 'token-of-the-test';
/** Requests in flight have this long, and need a few seconds. */
const patient = ['-e', 'SIM_SHUTDOWN_TIMEOUT=60s'];

test('responds to a hundred requests in flight when it is stopped, and exits with 0', async () => {
  await using container = await Container.ready(['-e', `SIM_CONTROL_TOKEN=${token}`, ...patient]);
  const production = new ControlClient({ url: container.controlUrl, token }).environment('production');
  await production.faults.add({ kind: 'latency', delay: 5_000, operation: 'listOrders' });
  const answers = Array.from({ length: 100 }, () => container.list());
  while (((await production.faults.list())[0]?.matched ?? 0) < 100);
  const stopped = docker('stop', '--time', '120', container.id);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(100).fill(200));
  expect((await stopped).code).toBe(0);
  expect(await container.inspect('{{.State.ExitCode}} {{.State.OOMKilled}}')).toBe('0 false');
});

test('during the drain delay it is not ready and serves, and then exits with 0', async () => {
  await using container = await Container.ready(['-e', 'SIM_DRAIN_DELAY=15s', ...patient]);
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
  const stopped = docker('stop', '--time', '120', container.id);
  while ((await fetch(`${container.controlUrl}/readyz`)).status === 200);
  expect((await fetch(`${container.controlUrl}/readyz`)).status).toBe(503);
  expect((await container.list()).status).toBe(200);
  expect((await stopped).code).toBe(0);
  expect(await container.inspect('{{.State.ExitCode}}')).toBe('0');
});

test('becomes unhealthy when it stops responding, and healthy again when it responds', async () => {
  await using container = await Container.ready();
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
  await docker('kill', '--signal', 'STOP', container.id);
  expect(await container.health('unhealthy')).toBe('unhealthy');
  await docker('kill', '--signal', 'CONT', container.id);
  expect(await container.health('healthy')).toBe('healthy');
});

test('serves 10,000 orders to 50 connections in 128 MB', async () => {
  await using container = await Container.ready(['--memory', '128m', '-e', 'SIM_SCENARIO=large']);
  const until = performance.now() + 30_000;
  const client = async (): Promise<number> => {
    for (let lists = 0; ; lists += 1) {
      if (performance.now() > until) return lists;
      const response = await container.list();
      const body = await response.arrayBuffer();
      expect([response.status, body.byteLength > 500_000]).toEqual([200, true]);
    }
  };
  const lists = await Promise.all(Array.from({ length: 50 }, client));
  console.log(`${lists.reduce((sum, each) => sum + each)} lists of 10,000 orders`);
  expect(await container.inspect('{{.State.Running}} {{.State.OOMKilled}}')).toBe('true false');
});
