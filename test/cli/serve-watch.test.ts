import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ControlClient } from '../../src/client/index.ts';
import { newFolder } from '../helpers/new-folder.ts';
import { main, runProgram, startProgram } from '../helpers/run-program.ts';

const headers = { Authorization: 'Bearer test-api-key' };

async function serving(args: readonly string[]) {
  const variables = { SIM_PORT: '0', SIM_CONTROL_PORT: '0', SIM_CONTROL_TOKEN: 'control-token' };
  const program = startProgram(main, ['--watch', ...args], { variables });
  const [line] = await program.said(/ready: (\S+) \(production\), (\S+) \(staging\), (\S+) \(control\)/g);
  const list = async (): Promise<string> => (await fetch(`${line?.[1]}/store/orders`, { headers })).text();
  const control = new ControlClient({ url: line?.[3] ?? '', token: 'control-token' });
  return { ...program, list, control };
}

test('serve --watch loads the file that an editor saves, and keeps the state when it is broken', async () => {
  const folder = newFolder();
  const file = join(folder, 'mine.yaml');
  writeFileSync(file, 'orders: [{ id: 1 }]\n');
  const { list, logged, control } = await serving(['--scenario', file]);
  const environment = await control.createEnvironment({ name: 'before' });
  expect(await list()).toBe('[{"id":1}]');

  writeFileSync(file, 'orders: [{ id: one }]\n');
  const [refused] = await logged(/^.*"msg":"scenario not loaded".*$/gm);
  expect(JSON.parse(refused?.[0] ?? '').problems).toEqual([
    `${file}:1:16 orders[0].id is "one"; expected an integer`,
  ]);
  expect(await list()).toBe('[{"id":1}]');

  writeFileSync(`${file}.swp`, 'orders: [{ id: 2 }]\nhandles: { pending: 2 }\n');
  renameSync(`${file}.swp`, file);
  const [loaded] = await logged(/^.*"msg":"scenario loaded".*$/gm);
  expect(JSON.parse(loaded?.[0] ?? '')).toMatchObject({
    scenario: file,
    environments: ['production', 'staging'],
  });
  expect(await list()).toBe('[{"id":2}]');

  expect((await environment.show()).handles).toEqual({});
  const after = await control.createEnvironment({ name: 'after' });
  expect(after.handles).toEqual({ pending: 2n });
});

test('--watch without a file exits with 2', async () => {
  const { code, stderr } = await runProgram(main, ['--watch', '--scenario', 'mixed']);
  expect([code, stderr]).toEqual([
    2,
    'error: --watch has nothing to watch; expected a scenario file, a staging scenario file, or a folder of scenarios\n',
  ]);
});
