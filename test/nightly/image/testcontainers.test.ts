import { join } from 'node:path';
import { expect, test } from 'vitest';
import { StoreOrdersContainer } from '../../../src/testcontainers/index.ts';
import { docker, image, labels, mountable } from '../../e2e/image/docker.ts';

const container = () => new StoreOrdersContainer(image).withLabels(labels);
const list = async (baseUrl: string, key: string): Promise<string> =>
  (await fetch(`${baseUrl}/store/orders`, { headers: { Authorization: `Bearer ${key}` } })).text();

const file = (text: string) => join(mountable({ 'mine.yaml': text }), 'mine.yaml');

test('starts with all options, and is removed at the end of its scope', async () => {
  const started = await container()
    .withScenarioFile(file('orders: [{ id: 9007199254740993 }]\n'))
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
    expect(await list(store.getBaseUrl(), 'key-b')).toContain('9007199254740993');
    expect(await list(store.getStagingBaseUrl(), store.getStagingApiKey())).toBe('[]');
    const { profile, answers } = await store.control.environment('production').profile();
    expect([profile, answers]).toMatchObject(['typical', { 'conflict-body': 'text', 'list-order': 'by-id' }]);
  }
  expect((await docker('inspect', started.getId())).code).not.toBe(0);
});

test('a start with a broken scenario rejects at once with the end of the log', async () => {
  const start = container().withScenarioFile(file('orders:\n  - { id: 1, quantty: 2 }\n')).start();
  await expect(start).rejects.toThrow(/\/scenarios\/mine\.yaml:2:14 /);
});
