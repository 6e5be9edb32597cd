import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportFormats } from '../../src/check/reports/reports.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { check } from './run-check.ts';

const key = { STORE_ORDERS_API_KEY: testKey };

test('checks the quickstart and writes every report of it', async () => {
  await using simulator = await openTestSimulator({ profile: 'typical' });
  const url = `${simulator.serviceOrigin}/quickstart`;
  const folder = newFolder();
  const reports = reportFormats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]);
  const args = ['--quickstart', url, '--level', 'cancel', ...reports, '--expect-profile', 'typical'];
  const { out, code } = await check(args, key);
  expect(out).toContain('keeps the contract');
  expect(out).toContain(
    'No drift from profile typical; gaps compared: message-accepted, message-bad-request-body.',
  );
  expect(code).toBe(0);
  for (const format of reportFormats) expect(await readFile(join(folder, format), 'utf8')).toContain('Q10');
});

test('plans the posts and sends nothing', async () => {
  const args = ['--quickstart', 'http://127.0.0.1:9/quickstart', '--level', 'cancel', '--dry-run'];
  const { out } = await check(args);
  expect(out).toContain('POST /messages  without a key  application/json: {"message":');
  expect(out).toContain('POST /messages  with the key  no Content-Type: {"message":');
});

test('checks orders and the quickstart as targets of one run', async () => {
  await using simulator = await openTestSimulator();
  const file = join(newFolder(), 'targets.yaml');
  const [orders, quickstart] = [simulator.baseUrl, `${simulator.serviceOrigin}/quickstart`];
  await writeFile(
    file,
    `defaults: { apiKeyEnv: STORE_ORDERS_API_KEY }
targets: { orders: { url: "${orders}" }, quick: { quickstart: "${quickstart}", level: cancel } }`,
  );
  const { out, code } = await check(['--config', file], key);
  expect(out).toMatch(/ {2}orders {2}keeps the contract\n {2}quick {2}keeps the contract\n$/);
  expect(code).toBe(0);
});

test.each([
  [['http://127.0.0.1:9/v1'], /the address http:\S+ cannot be combined with --quickstart/],
  [['--pending-id', '5'], /--pending-id cannot be combined with --quickstart, which has no orders/],
  [['--level', 'probe'], /--quickstart posts a message.*--level cancel/],
  [['--har', 'x.har'], /--har x\.har sends nothing/],
])('rejects %j with --quickstart', async (args, message) => {
  const all = ['--quickstart', 'http://127.0.0.1:9', '--level', 'cancel', ...args];
  await expect(check(all, key)).rejects.toThrow(message);
});
