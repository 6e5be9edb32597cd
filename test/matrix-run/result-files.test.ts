import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { expectResults } from '../../src/matrix/run/result-files.ts';
import { newFolder } from '../support/new-folder.ts';

test('reads only the files that the run wrote', async () => {
  const cwd = newFolder();
  mkdirSync(join(cwd, 'out'));
  const write = (name: string, text: string) => writeFileSync(join(cwd, 'out', name), text);
  for (const name of ['old.xml', 'again.xml', 'other.txt']) write(name, 'before');
  const seen: (readonly string[])[] = [];
  const readResults = async (files: readonly string[]) => {
    seen.push(files.map((file) => file.slice(cwd.length)));
    return ['a test'];
  };
  const end = await expectResults(['out/*.xml'], { cwd, runFolder: '/nowhere' }, readResults);
  expect(await end()).toEqual([]);
  for (const name of ['again.xml', 'new.xml', 'new.txt']) write(name, 'after');
  expect(await end()).toEqual(['a test']);
  expect(seen).toEqual([['/out/again.xml', '/out/new.xml']]);
});
