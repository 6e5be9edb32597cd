import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultImage, StoreOrdersContainer } from '../../../src/testcontainers/index.ts';
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

test('two containers return the addresses of their own environments, and none that is not certain', async () => {
  await using one = await container().withScenario('empty').start();
  await using other = await container().withScenario('shipped').start();
  for (const store of [one, other]) {
    await using environment = await store.control.createEnvironment();
    const [, , view] = await store.control.environments();
    expect(view?.baseUrl).toBe(environment.baseUrl);
    expect(environment.baseUrl.startsWith(store.getBaseUrl().replace(/v1$/, ''))).toBe(true);
    expect(await list(environment.baseUrl, environment.apiKey)).toMatch(
      store === one ? /^\[\]$/ : /48190577/,
    );
    const headers = { Authorization: `Bearer ${store.getControlToken()}` };
    const plain = await (await fetch(`${store.getControlUrl()}/environments`, { headers })).text();
    for (const { baseUrl, baseUrlHint } of JSON.parse(plain).environments)
      expect([baseUrl, baseUrlHint]).toEqual([undefined, expect.stringContaining('SIM_PUBLIC_URL')]);
  }
});

test('the checker finds the contract kept at every level', async () => {
  await using store = await container().withScenario('mixed').start();
  for (const level of ['observe', 'probe', 'cancel'] as const) {
    const report = await store.check({ level });
    expect([level, report.exitCode, report.incomplete]).toEqual([level, 0, undefined]);
  }
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

test('rejects a missing scenario file before the start', () => {
  expect(() => container().withScenarioFile('./nowhere.yaml')).toThrow('./nowhere.yaml is not a file');
});

test('the default image is the one that `docker build -t store-orders-sim .` makes', () => {
  expect(defaultImage).toBe('store-orders-sim');
});
