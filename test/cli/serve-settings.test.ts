import { renameSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { newFolder } from '../support/new-folder.ts';
import { refusedToServe, serving } from './run-serve.ts';

const one = 'orders: [{ id: 9007199254740993 }]';

async function list(base: string, key: string) {
  const response = await fetch(`${base}/store/orders`, { headers: { authorization: `Bearer ${key}` } });
  return { gaps: response.headers.get('sim-gaps'), text: await response.text() };
}

test('serves scenario mixed in both environments without arguments', async () => {
  const { baseUrl: production, stagingBaseUrl: staging } = await serving();
  const first = await list(production, 'test-api-key');
  expect(JSON.parse(first.text).length).toBeGreaterThan(25);
  expect(await list(staging, 'test-staging-key')).toEqual(first);
});

test('applies the settings for scenarios, keys and gaps', async () => {
  const args = '--staging-scenario empty --api-key a --api-key b --gaps-header --gap etag=on'.split(' ');
  const variables = { SIM_SCENARIO_INLINE: one, SIM_STAGING_API_KEY: 'c,d' };
  const { baseUrl: production, stagingBaseUrl: staging } = await serving(args, variables);
  for (const key of ['a', 'b']) {
    const { text, gaps } = await list(production, key);
    expect(text).toBe('[{"id":9007199254740993}]');
    expect(gaps).toContain('etag=on');
  }
  for (const key of ['c', 'd']) expect((await list(staging, key)).text).toBe('[]');
});

test('serves a scenario of a folder with a profile file', async () => {
  const [folder, scenarios] = [newFolder(), newFolder()];
  await writeFile(join(scenarios, 'mine.yaml'), one);
  await writeFile(join(folder, 'profile.yaml'), 'profile: typical\ngaps: { content-type: bare }\n');
  const args = ['--scenario', 'mine', '--scenarios', scenarios, '--profile', `${folder}/profile.yaml`];
  const { baseUrl: production } = await serving([...args, '--gaps-header']);
  const { text, gaps } = await list(production, 'test-api-key');
  expect([text, gaps]).toEqual(['[{"id":9007199254740993}]', expect.stringContaining('content-type=bare')]);
});

test.each([
  [['--scenario', 'pendig'], 'there is no scenario "pendig"; did you mean "pending"?'],
  [['--scenario-inline', 'ordrs: []'], 'inline:1:1 '],
  [['--tls-cert', 'nowhere.pem', '--tls-key', 'nowhere.pem'], 'nowhere.pem does not exist'],
])('%j serves nothing and exits with 2', async (args, line) => {
  const { exitCode, lines } = await refusedToServe(args);
  expect([exitCode, lines.join('\n')]).toEqual([2, expect.stringContaining(`error: ${line}`)]);
});

const headers = { Authorization: 'Bearer test-api-key' };

test('serve --watch loads the file that an editor saves, and keeps the state when it is broken', async () => {
  const folder = newFolder();
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, 'orders: [{ id: 1 }]\n');
  const variables = { SIM_CONTROL_TOKEN: 'control-token' };
  const { baseUrl, controlUrl, logged } = await serving(['--watch', '--scenario', file], variables);
  const list = async (): Promise<string> => (await fetch(`${baseUrl}/store/orders`, { headers })).text();
  const control = new ControlClient({ url: controlUrl ?? '', token: 'control-token' });
  const environment = await control.createEnvironment({ name: 'before' });
  expect(await list()).toBe('[{"id":1}]');

  writeFileSync(file, 'orders: [{ id: one }]\n');
  const [refused] = await logged(/^.*"msg":"scenario not loaded".*$/m);
  expect(JSON.parse(refused).problems).toEqual([`${file}:1:16 orders[0].id is "one"; expected an integer`]);
  expect(await list()).toBe('[{"id":1}]');

  writeFileSync(`${file}.swp`, 'orders: [{ id: 2 }]\nhandles: { pending: 2 }\n');
  renameSync(`${file}.swp`, file);
  const [loaded] = await logged(/^.*"msg":"scenario loaded".*$/m);
  expect(JSON.parse(loaded)).toMatchObject({
    scenario: file,
    environments: ['production', 'staging'],
  });
  expect(await list()).toBe('[{"id":2}]');

  expect((await environment.show()).handles).toEqual({});
  const after = await control.createEnvironment({ name: 'after' });
  expect(after.handles).toEqual({ pending: 2n });
});
