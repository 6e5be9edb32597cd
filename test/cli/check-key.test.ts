import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { check } from './run-check.ts';

async function keyFile(text: string): Promise<string> {
  const file = join(newFolder(), 'key');
  await writeFile(file, text);
  return file;
}

test.each(['', '\r\n'])('reads the key from a file before %j', async (end) => {
  await using server = await startTinyServer();
  const text = serverKey + end;
  const other = { STORE_ORDERS_API_KEY: 'another-key' };
  const { out, code } = await check([server.url, '--api-key-file', await keyFile(text)], other);
  expect(out).not.toContain(serverKey);
  expect(code).toBe(0);
});

test.each([
  ['two sources', ['--api-key', 'a', '--api-key-file', 'b'], /exclude each other/],
  ['an empty key', ['--api-key', ''], /--api-key is missing/],
  ['a file that does not exist', ['--api-key-file', '/does/not/exist'], /does not exist/],
  ['two lines', ['--api-key-file', await keyFile('hunter2\nhunter2\n')], /contains a space, a line end/],
])('rejects %s without showing a key', async (_what, args, message) => {
  const error: unknown = await check(['http://127.0.0.1:9/v1', ...args]).catch((thrown: unknown) => thrown);
  expect([error instanceof UserError, String(error)]).toEqual([true, expect.stringMatching(message)]);
  expect(String(error)).not.toContain('hunter2');
});
