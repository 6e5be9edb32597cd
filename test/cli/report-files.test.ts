import { mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { check } from './run-check.ts';

const key = { STORE_ORDERS_API_KEY: serverKey };

test('sends nothing if a report cannot be written', async () => {
  const folder = newFolder();
  await using server = await startTinyServer();
  const reports = ['--report', `junit=${join(folder, 'ok.xml')}`, '--report', `json=${folder}/none/x.json`];
  await expect(check([server.url, ...reports], key)).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringMatching(/none\/x.json cannot be written: ENOENT: no such file or directory/),
  });
  expect(server.requests).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ['the contract is kept', {}, 2],
  ['the contract is broken', { authorized: () => true }, 1],
])(
  'a report that fails after the check hides neither the verdict nor the other reports if %s',
  async (_what, twist, exitCode) => {
    const folder = newFolder();
    const [lost, kept] = [join(folder, 'lost.json'), join(folder, 'kept.xml')];
    // A folder takes the place of the file while the check runs.
    await using server = await startTinyServer({
      ...twist,
      wire: (wire) => {
        mkdirSync(lost, { recursive: true });
        return wire;
      },
    });
    const reports = ['--report', `json=${lost}`, '--report', `junit=${kept}`];
    const summary = join(folder, 'summary.md');
    const { out, err, code } = await check([server.url, ...reports], {
      ...key,
      GITHUB_STEP_SUMMARY: summary,
    });
    expect(out).toContain(exitCode === 2 ? 'keeps the contract' : 'breaks the contract');
    expect(err).toMatch(/^error: .*lost.json cannot be written: EISDIR: .*; expected a writable file/m);
    expect(code).toBe(exitCode);
    expect(await readFile(kept, 'utf8')).toContain('<testsuite');
    expect(await readFile(summary, 'utf8')).toContain('Store Orders contract');
  },
);
