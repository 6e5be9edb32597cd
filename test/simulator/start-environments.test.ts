import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/simulator/start-simulator.ts';
import { newFolder } from '../support/new-folder.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = newFolder();
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

async function list(origin: string, name: string, key: string): Promise<string> {
  const headers = { Authorization: `Bearer ${key}` };
  const response = await fetch(`${origin}/${name}/v1/store/orders`, { headers });
  return response.ok ? response.text() : `${response.status}`;
}

async function startWith(environments: string) {
  const simulator = await startSimulator({ environments, scenario: 'empty', apiKey: ['my-key'] });
  return {
    simulator,
    origin: new URL(simulator.baseUrl).origin,
    [Symbol.asyncDispose]: () => simulator.stop(),
  };
}

test('a folder creates environments, by default with the scenario and the keys of production', async () => {
  const folder = await folderWith({
    'team-a.yaml': 'scenario: pending',
    'team-b.json':
      '{"scenario": {"orders": [{"id": 9007199254740993}]}, "apiKeys": ["key-of-team-b"], "ttl": "1h"}',
    'team-c.yml': '{}',
    'notes.txt': 'not read',
    '..data.yaml': 'not read',
  });
  await using started = await startWith(folder);
  expect(await list(started.origin, 'team-a', 'my-key')).toContain('48210013');
  expect(await list(started.origin, 'team-b', 'key-of-team-b')).toBe('[{"id":9007199254740993}]');
  expect(await list(started.origin, 'team-b', 'my-key')).toBe('401');
  expect(await list(started.origin, 'team-c', 'my-key')).toBe('[]');
  const views = (await started.simulator.control?.environments()) ?? [];
  expect(views.map(({ name, expiresAt }) => [name, expiresAt !== undefined])).toEqual([
    ['production', false],
    ['staging', false],
    ['team-a', false],
    ['team-b', true],
    ['team-c', false],
  ]);
});

test.each([
  ['scenaro: pending', 'a.yaml:1:1 unknown key "scenaro"; did you mean "scenario"?'],
  ['scenario: pendin', 'a.yaml: there is no scenario "pendin"; did you mean "pending"?'],
  ['scenario: { orders: [{ id: 1 }, { id: 1 }] }', 'a.yaml:1:'],
  ['ttl: 1h\nttlSeconds: 7', 'ttl and ttlSeconds are both given'],
  ['apiKeys: [0012]', 'a.yaml:1:11 apiKeys[0] is a number; expected a string'],
])('%j is refused with its place', async (content, message) => {
  const environments = await folderWith({ 'a.yaml': content });
  await expect(startSimulator({ environments })).rejects.toThrow(message);
});

test('a folder that does not exist is refused', async () => {
  const environments = '/no/such/folder';
  await expect(startSimulator({ environments })).rejects.toThrow('/no/such/folder ');
});

test('every problem of a folder is reported at once', async () => {
  const folder = await folderWith({
    'B.yaml': '{}',
    'c.yaml': 'scenario: pendin',
    'd.yaml': '{}',
    'd.json': '{}',
  });
  const lines = await startSimulator({ environments: folder }).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  );
  expect(lines).toHaveLength(3);
  for (const name of ['B.yaml ', 'c.yaml: ', 'd.yaml is the second "d"'])
    expect(lines.join('\n')).toContain(join(folder, name));
});
