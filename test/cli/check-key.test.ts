import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { check } from './run-check.ts';

const folder = newFolder();

async function keyFile(text: string): Promise<string> {
  const file = join(await mkdtemp(join(folder, 'file-')), 'key');
  await writeFile(file, text);
  return file;
}

test.each(['', '\n', '\r\n'])('reads the key from a file before %j', async (end) => {
  await using server = await startTinyServer();
  const text = serverKey + end;
  const other = { STORE_ORDERS_API_KEY: 'another-key' };
  const { out, code } = await check([server.url, '--api-key-file', await keyFile(text)], other);
  expect(out).not.toContain(serverKey);
  expect(code).toBe(0);
});

const url = 'http://127.0.0.1:9/v1';

test.each<[string, readonly string[], RegExp]>([
  [
    'two sources',
    ['--api-key', 'a', '--api-key-file', 'b'],
    /--api-key and --api-key-file exclude each other/,
  ],
  ['an empty key', ['--api-key', ''], /--api-key is empty$/],
  ['an empty file', ['--api-key-file', await keyFile('\n')], /--api-key-file .*key is empty/],
  ['a file that does not exist', ['--api-key-file', '/does/not/exist'], /\/does\/not\/exist does not exist/],
  ['a folder', ['--api-key-file', folder], /test-\S+ is a folder/],
  ['a file with more than a key', ['--api-key-file', await keyFile('k\n'.repeat(40_000))], /is too long/],
  [
    'a file with two lines',
    ['--api-key-file', await keyFile('hunter2\nhunter2\n')],
    /contains a space, a line end/,
  ],
])('rejects %s without showing a key', async (_what, args, message) => {
  const run = check([url, ...args]);
  await expect(run).rejects.toThrow(UserError);
  await expect(run).rejects.toThrow(message);
  await expect(run).rejects.not.toThrow(/hunter2/);
});
