import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { UserError } from '../user-error.ts';
import { type ScenariosContext, scenariosCommand } from './scenarios.ts';

async function run(args: readonly string[], options: ScenariosContext = {}) {
  let out = '';
  const stdout = { write: (text: string) => (out += text) };
  const command = scenariosCommand({ ...options, out: stdout });
  for (const each of [command, ...command.commands])
    each.exitOverride().configureOutput({ writeErr: () => {}, writeOut: stdout.write });
  const error = await command.parseAsync(args, { from: 'user' }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { out, error };
}

function ownFolder(): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'mine.yaml'), 'description: >\n  My\n  own\norders: [{ id: 1 }]\n');
  writeFileSync(join(folder, 'broken.yaml'), 'order: []\nhandels: {}\n');
  return folder;
}

test('list prints every scenario with its source and description', async () => {
  const { out, error } = await run(['list', '--scenarios', ownFolder()]);
  expect(error).toBeUndefined();
  const lines = out.split('\n');
  expect(lines).toContain('pending               built-in  One pending order and nothing else');
  expect(lines).toContain('mine                  folder    My own');
  expect(lines).toContain(
    'broken                folder    (invalid: 2 problems; see scenarios validate broken)',
  );
  expect(lines).toHaveLength(11 + 2 + 1);
});

test('show prints a scenario with the orders generated from the seed', async () => {
  const first = await run(['show', 'large', '--seed', '7']);
  expect(first.error).toBeUndefined();
  expect(first.out.split('\n').filter((line) => line.startsWith('  - {'))).toHaveLength(10_000);
  expect(first.out).not.toContain('generate');
  expect((await run(['show', 'large', '--seed', '7'])).out).toBe(first.out);
  expect((await run(['show', 'large', '--seed', '8'])).out).not.toBe(first.out);
});

test('validate prints the problems of every file, and the valid files', async () => {
  const folder = ownFolder();
  const files = ['mine.yaml', 'broken.yaml', 'nowhere.yaml'].map((file) => join(folder, file));
  const { out, error } = await run(['validate', ...files, 'large']);
  expect(out).toBe(`${files[0]}: valid, 1 order\nlarge: valid, 10000 orders\n`);
  expect(error instanceof UserError && [error.exitCode, ...error.message.split('\n')]).toEqual([
    2,
    `${files[1]}:1:1 unknown key "order"; did you mean "orders"?`,
    `${files[1]}:2:1 unknown key "handels"; did you mean "handles"?`,
    `${files[2]} does not exist`,
  ]);
});
