import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { StoreOrdersContainer } from '../../../src/testcontainers/index.ts';
import { docker, image, labels } from '../../e2e/image/docker.ts';

const container = () => new StoreOrdersContainer(image).withLabels(labels);
const list = async (baseUrl: string, key: string): Promise<string> =>
  (await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: `Bearer ${key}` } })).text();

async function scenarioFile(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scenario-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'mine.yaml'), text);
  return join(folder, 'mine.yaml');
}

test('starts with all options, and is removed at the end of its scope', async () => {
  const started = await container()
    .withScenario('shipped')
    .withStagingScenario('empty')
    .withApiKey('key-a', 'key-b')
    .withStagingApiKey('key-c')
    .withSeed(42)
    .withProfile('typical')
    .withGap('conflict-body', 'text')
    .withGap('list-order', 'by-id')
    .start();
  {
    await using store = started;
    expect(store.getApiKey()).toBe('key-a');
    expect(await list(store.getBaseUrl(), 'key-b')).toContain('48190577');
    expect(await list(store.getStagingBaseUrl(), store.getStagingApiKey())).toBe('[]');
    const production = store.control.environment('production');
    expect(await production.show()).toMatchObject({ scenario: 'shipped', profile: 'typical' });
    const { answers } = await production.profile();
    expect(answers).toMatchObject({ 'conflict-body': 'text', 'list-order': 'by-id' });
  }
  expect((await docker('inspect', started.getId())).code).not.toBe(0);
});

test('creates environments whose addresses are reachable from this process', async () => {
  await using store = await container().withScenario('empty').start();
  await using one = await store.control.createEnvironment({ scenario: 'pending' });
  await using other = await store.control.createEnvironment({ scenario: 'pending' });
  const cancel = (environment: typeof one) =>
    fetch(`${environment.baseUrl}/store/orders/${environment.handle('pending')}`, {
      method: 'DELETE',
      headers: { Authorization: `Bearer ${environment.apiKey}` },
    });
  expect((await cancel(one)).status).toBe(204);
  expect((await cancel(one)).status).not.toBe(204);
  expect((await cancel(other)).status).toBe(204);
});

test('starts with a scenario file', async () => {
  const path = await scenarioFile('orders: [{ id: 9007199254740993 }]\n');
  await using store = await container().withScenarioFile(path).start();
  expect(await list(store.getBaseUrl(), store.getApiKey())).toContain('9007199254740993');
});

test('a start with a broken scenario rejects at once with the end of the log', async () => {
  const path = await scenarioFile('orders:\n  - { id: 1, quantty: 2 }\n');
  const start = container().withScenarioFile(path).start();
  await expect(start).rejects.toThrow(/\/scenarios\/mine\.yaml:2:14 /);
});
