import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, dockerText, image, label, mountable } from '../../e2e/image/docker.ts';

test.each([
  ['other ports in variables', '-e PORT=5010 -e SIM_CONTROL_PORT=5011', ''],
  ['other ports in flags', '', '--port 5000 --control-port=5001'],
  ['no control API', '--init -e SIM_PORT=5000', 'serve --control off'],
  ['no control API, and TLS', '-e SIM_CONTROL=off -e SIM_TLS=self-signed', ''],
])('is healthy with %s', async (_, options, command) => {
  const words = (text: string) => text.split(' ').filter(Boolean);
  await using container = await Container.ready(words(options), ...words(command));
  expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
});

test('becomes unhealthy when it stops responding, and healthy again when it responds', async () => {
  await using container = await Container.ready();
  await docker('kill', '--signal', 'STOP', container.id);
  expect(await container.health('unhealthy')).toBe('unhealthy');
  await docker('kill', '--signal', 'CONT', container.id);
  expect(await container.health('healthy')).toBe('healthy');
});

test('is configured by environment variables and a mounted folder', async () => {
  const folder = mountable({ 'team-a.yaml': 'scenario: pending\n' });
  const scenario = 'SIM_SCENARIO_INLINE=orders: [{ id: 9007199254740993 }]';
  const variables = ['-e', scenario, '-e', 'SIM_API_KEY=mine', '-e', 'SIM_STAGING_API_KEY=other'];
  await using container = await Container.ready([...variables, '-v', `${folder}:/environments:ro`]);
  expect(await (await container.list(undefined, 'mine')).text()).toBe('[{"id":9007199254740993}]');
  expect(await (await container.list('/team-a/v1/store/orders', 'mine')).text()).toContain('"id":48210013');
});

test('serves 10,000 orders to 50 connections in 128 MB', async () => {
  await using container = await Container.ready(['--memory', '128m', '-e', 'SIM_SCENARIO=large']);
  const client = async (): Promise<void> => {
    for (let lists = 0; lists < 40; lists += 1) {
      const response = await container.list();
      const { byteLength } = await response.arrayBuffer();
      expect([response.status, byteLength > 500_000]).toEqual([200, true]);
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect(await container.inspect('{{.State.Running}} {{.State.OOMKilled}}')).toBe('true false');
});

test('the services of the Compose file work together', async () => {
  const text = readFileSync(new URL('examples/compose.yaml', packageRoot), 'utf8');
  const { 'store-orders': simulator, consumer } = parse(text).services;
  const network = await dockerText('network', 'create', '--label', label, `recipe-${process.pid}`);
  const joined = ['--label', label, '--network', network];
  try {
    const variables = Object.entries(simulator.environment).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ]);
    const limits = ['--read-only', '--cap-drop', simulator.cap_drop[0], '--memory', simulator.mem_limit];
    const options = [...joined, '--network-alias', 'store-orders', ...variables, ...limits];
    await using container = await Container.start(options);
    expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
    const key = ['-e', 'STORE_ORDERS_API_KEY=test-api-key'];
    const ended = await docker('run', '--rm', ...joined, ...key, image, ...consumer.command);
    expect([ended.code, ended.stdout]).toEqual([0, expect.stringContaining('keeps the contract')]);
  } finally {
    await docker('network', 'rm', network);
  }
});
