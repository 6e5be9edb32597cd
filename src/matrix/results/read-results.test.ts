import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { readResults } from './read-results.ts';

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = newFolder();
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return { folder, paths: Object.keys(files).map((name) => join(folder, name)) };
}

const failing = (name: string) => `<testsuite><testcase name="${name}"><failure/></testcase></testsuite>`;

test('reads the failing tests of all files, each once', async () => {
  const { folder, paths } = await folderWith({ 'a.xml': failing('one'), 'b.xml': `\ufeff${failing('one')}` });
  expect(await readResults(paths, folder)).toEqual({ tests: ['one'], problems: [] });
});

test('names each file that cannot be read, and reads the others', async () => {
  const { folder, paths } = await folderWith({
    'a.xml': '<testsuite>',
    'b.xml': failing('one'),
    'c.xml': Uint8Array.of(0x3c, 0xff),
    'large.xml': '',
  });
  await truncate(join(folder, 'large.xml'), 17 * 1024 * 1024);
  const { tests, problems } = await readResults([...paths, join(folder, 'gone.xml')], folder);
  expect(tests).toEqual(['one']);
  expect(problems).toEqual([
    'a.xml:1:12 is not well-formed XML: Unclosed root tag',
    `${join(folder, 'c.xml')} is not UTF-8 text; save it as UTF-8`,
    expect.stringContaining('large.xml has 17825792 bytes; expected at most 16777216'),
    expect.stringContaining('gone.xml does not exist'),
  ]);
});

test('reads no file if a pattern matches too many', async () => {
  const { problems } = await readResults(
    Array.from({ length: 2001 }, () => '/none'),
    '/',
  );
  expect(problems).toEqual(['--results matches 2001 files; expected at most 2000; name a folder']);
});
