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
  await expect(check([server.url, ...reports], key)).rejects.toThrow(
    /none\/x.json cannot be written: ENOENT/,
  );
  expect(server.requests).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a report that fails after the check hides neither the verdict nor the other reports', async () => {
  const folder = newFolder();
  const [lost, kept] = [join(folder, 'lost.json'), join(folder, 'kept.xml')];
  // A folder takes the place of the file while the check runs.
  await using server = await startTinyServer({
    wire: (wire) => {
      mkdirSync(lost, { recursive: true });
      return wire;
    },
  });
  const reports = ['--report', `json=${lost}`, '--report', `junit=${kept}`];
  const variables = { ...key, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  const { out, err, code } = await check([server.url, ...reports], variables);
  expect(out).toContain('keeps the contract');
  expect(err).toMatch(/^error: .*lost.json cannot be written: EISDIR: .*; expected a writable file/m);
  expect(code).toBe(2);
  expect(await readFile(kept, 'utf8')).toContain('<testsuite');
  expect(await readFile(variables.GITHUB_STEP_SUMMARY, 'utf8')).toContain('Store Orders contract');
});
