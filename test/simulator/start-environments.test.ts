import { mkdir, writeFile } from 'node:fs/promises';
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

const text = `
team-a: { scenario: pending }
team-b:
  scenario: { orders: [{ id: 9007199254740993 }] }
  apiKeys: [key-of-team-b]
  ttl: 1h
team-c: {}
`;

async function fileWith(name: string, content: string): Promise<string> {
  return join(await folderWith({ [name]: content }), name);
}

async function startWith(environments: string) {
  const simulator = await startSimulator({ environments, scenario: 'empty', apiKey: ['my-key'] });
  return {
    simulator,
    origin: new URL(simulator.baseUrl).origin,
    [Symbol.asyncDispose]: () => simulator.stop(),
  };
}

test('a file creates environments, by default with the scenario and the keys of production', async () => {
  await using started = await startWith(await fileWith('all.yaml', text));
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

test('a JSON file and a folder do the same', async () => {
  const each = await folderWith({
    'a.yaml': 'team-a: { scenario: pending }',
    'b.json': '{"team-b": {"scenario": {"orders": [{"id": 7}]}}}',
    'notes.txt': 'not read',
    '..data.yaml': 'not read',
  });
  await mkdir(join(each, 'empty'));
  await using json = await startWith(await fileWith('all.json', '{"team-a": {"scenario": "pending"}}'));
  await using files = await startWith(each);
  await using none = await startWith(join(each, 'empty'));
  for (const { origin } of [json, files])
    expect(await list(origin, 'team-a', 'my-key')).toContain('48210013');
  expect(await list(files.origin, 'team-b', 'my-key')).toBe('[{"id":7}]');
  expect(await list(none.origin, 'team-a', 'my-key')).toBe('404');
});

test('the API is not needed for them', async () => {
  const environments = await fileWith('all.yaml', 'a: {}');
  await using simulator = await startSimulator({ environments, control: false });
  expect(await list(new URL(simulator.baseUrl).origin, 'a', 'test-api-key')).toContain('"id"');
});

test.each([
  ['a: { scenaro: pending }', 'all.yaml:1:6 unknown key "scenaro" in a; did you mean "scenario"?'],
  ['Team A: {}', 'all.yaml:1:1 "Team A" is not a name of an environment; expected up to 63'],
  ['v1: {}', 'all.yaml:1:1 the name "v1" is reserved for a path of the service'],
  ['a: { scenario: pendin }', 'all.yaml a: there is no scenario "pendin"; did you mean "pending"?'],
  ['a: { scenario: { orders: [{ id: 1 }, { id: 1 }] } }', 'all.yaml:1:'],
  ['a: {}\na: {}', 'all.yaml:2:1 '],
  ['a: { ttl: 1h, ttlSeconds: 7 }', 'ttl and ttlSeconds are both given'],
  ['a: { apiKeys: [0012] }', 'all.yaml:1:16 a.apiKeys[0] is a number; expected a string; quote it'],
  ['- a\n- b', 'all.yaml:1:1 '],
])('%j is refused with its place', async (content, message) => {
  const environments = await fileWith('all.yaml', content);
  await expect(startSimulator({ environments })).rejects.toThrow(message);
});

test('a path that does not exist is refused', async () => {
  const environments = '/no/such/folder';
  await expect(startSimulator({ environments })).rejects.toThrow('/no/such/folder ');
});

test('every problem of a folder is reported at once', async () => {
  const folder = await folderWith({
    'a.yaml': 'a: { scenaro: pending }',
    'c.yaml': 'c: { scenario: pendin }',
    'd.yaml': 'd: {}',
    'd.json': '{"d": {}}',
  });
  const lines = await startSimulator({ environments: folder }).then(
    () => [],
    (error: Error) => error.message.split('\n'),
  );
  expect(lines).toHaveLength(3);
  for (const name of ['a.yaml:1:6 ', 'c.yaml c: ', 'd.yaml is the second environment "d", after '])
    expect(lines.join('\n')).toContain(join(folder, name));
});
