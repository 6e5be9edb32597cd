import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { newFolder } from '../support/new-folder.ts';
import { serving } from './run-serve.ts';

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
