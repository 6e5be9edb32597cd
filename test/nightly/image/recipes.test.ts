import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../../src/version.ts';
import { Container, docker, dockerText, image, label } from '../../e2e/image/docker.ts';
import { run } from './run-program.ts';

const root = fileURLToPath(packageRoot);
const controlToken = 'token-of-the-test';
const serving = ['-e', `SIM_CONTROL_TOKEN=${controlToken}`];

const pointedAt = (container: Container) => ({
  STORE_ORDERS_BASE_URL: `${container.origin}/v1`,
  STORE_ORDERS_CONTROL_URL: container.controlUrl,
  STORE_ORDERS_CONTROL_TOKEN: controlToken,
});
const exampleTests = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/nightly/image/consumer.config.ts',
];

test('the Vitest example passes against a running simulator', async () => {
  await using container = await Container.ready(serving);
  const ended = await run(process.execPath, exampleTests, pointedAt(container));
  expect(ended.stdout).toMatch(/Tests .*7 passed/);
  expect(ended.code).toBe(0);
});

test('the services of the compose file work together', async () => {
  const { services } = parse(await readFile(join(root, 'examples/compose.yaml'), 'utf8'));
  const { 'store-orders': simulator, consumer } = services;
  const network = await dockerText('network', 'create', '--label', label, `recipe-${process.pid}`);
  try {
    const variables = Object.keys(simulator.environment)
      .filter((name) => name !== 'SIM_CONTROL_TOKEN')
      .flatMap((name) => ['-e', `${name}=${simulator.environment[name]}`]);
    const limits = ['--read-only', '--cap-drop', simulator.cap_drop[0], '--memory', simulator.mem_limit];
    const joined = ['--network', network, '--network-alias', 'store-orders'];
    await using container = await Container.start([...joined, ...variables, ...limits]);
    expect(await container.health('healthy', 'unhealthy')).toBe('healthy');
    const options = ['--rm', '--label', label, '--network', network];
    const ended = await docker(
      'run',
      ...options,
      '-e',
      'STORE_ORDERS_API_KEY=test-api-key',
      image,
      ...consumer.command,
    );
    expect(ended.stdout).toContain('contract');
    expect(ended.code).toBe(0);
  } finally {
    await docker('network', 'rm', network);
  }
});
