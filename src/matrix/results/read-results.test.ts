import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { readResults } from './read-results.ts';

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = newFolder();
  await mkdir(join(folder, 'more'));
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  return folder;
}

const failing = (name: string) => `<testsuite><testcase name="${name}"><failure/></testcase></testsuite>`;

test('reads the failing tests of all results of a folder, each once', async () => {
  const folder = await folderWith({
    'a.xml': failing('one'),
    'more/b.xml': `\ufeff${failing('one')}`,
    'more/c.xml': failing('two'),
    'records.jsonl': failing('three'),
  });
  expect(await readResults(folder)).toEqual({ tests: ['one', 'two'], problems: [] });
  expect(await readResults(join(folder, 'none'))).toEqual({ tests: [], problems: [] });
});

test('names each file that cannot be read, and reads the others', async () => {
  const folder = await folderWith({
    'a.xml': '<testsuite>',
    'b.xml': failing('one'),
    'c.xml': Uint8Array.of(0x3c, 0xff),
    'large.xml': '',
  });
  await truncate(join(folder, 'large.xml'), 17 * 1024 * 1024);
  const { tests, problems } = await readResults(folder);
  expect(tests).toEqual(['one']);
  expect(problems).toEqual([
    'a.xml:1:12 is not well-formed XML: Unclosed root tag',
    `${join(folder, 'c.xml')} is not UTF-8 text; save it as UTF-8`,
    expect.stringContaining('large.xml has 17825792 bytes; expected at most 16777216'),
  ]);
});
