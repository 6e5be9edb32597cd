import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { reportWriters } from '../../src/check/reports/reports.ts';
import { checkHistory } from '../../src/traffic/history/check-history.ts';
import { check } from '../cli/run-check.ts';
import { newFolder } from '../support/new-folder.ts';

async function fileWith(...lines: readonly unknown[]): Promise<string> {
  const folder = newFolder();
  const file = join(folder, 'history.jsonl');
  await writeFile(
    file,
    lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
  );
  return file;
}

const cancel = (begin: number, end: number | null, status: number, client = 'vu1') => ({
  ...{ begin, end, client, method: 'DELETE', orderId: '9007199254740993', status },
});
const list = (begin: number, end: number, ...ids: readonly (string | number)[]) => ({
  ...{ begin, end, client: 'vu2', method: 'GET', status: 200, ids },
});

test('finds two successful cancels of one order that overlapped, and draws them', async () => {
  const report = await checkHistory(await fileWith(cancel(3, 9, 204, 'vu2'), '', cancel(1, 5, 204)));
  expect(report.exitCode).toBe(1);
  expect(report.findings).toMatchObject([
    {
      rule: 'R35',
      where: '/store/orders/9007199254740993',
      timeline: [
        { lane: 'vu1', begin: 0, end: 4, outcome: '204' },
        { lane: 'vu2', begin: 2, end: 8, outcome: '204' },
      ],
    },
  ]);
  const text = await reportWriters.terminal(report);
  expect(text).toContain('vu1  ├────────────────────┤           ');
  expect(text).toContain('vu2            ┣━━━━━━━━━━━━━━━━━━━━┫  ✗ DELETE');
  expect(await reportWriters.markdown(report)).toContain('vu1  ├──');
  const html = await reportWriters.html(report);
  expect(html.match(/<rect /g)).toHaveLength(2);
  expect(html.match(/<rect class="contradiction" [^>]*\/><text [^>]*>[^<]*</g)).toEqual([
    expect.stringMatching(/>✗ DELETE \S+ → 204, 2.0 to 8.0 ms<$/),
  ]);
  expect(html).toContain('aria-label="vu1: DELETE /store/orders/9007199254740993 → 204, 0.0 to 4.0 ms;');
});

test('a response that was lost or says nothing excludes nothing', async () => {
  const lines = [cancel(1, null, 0), cancel(2, 3, 503), cancel(4, 5, 204), cancel(6, 7, 401)];
  expect((await checkHistory(await fileWith(...lines))).findings).toEqual([]);
});

test('the choices of a target sharpen the verdict', async () => {
  const file = await fileWith(cancel(1, 2, 204), list(3, 4, '9007199254740993'));
  const choices = { 'cancelled-in-list': 'remove', 'list-lag': 'immediate' };
  expect((await checkHistory(file)).exitCode).toBe(0);
  expect((await checkHistory(file, { choices })).findings).toMatchObject([{ rule: 'R36' }]);
  expect((await checkHistory(file, { choices: { ...choices, 'list-lag': 'after-50-ms' } })).exitCode).toBe(0);
});

test.each([
  ['nonsense', 'is not a JSON object'],
  ['[1]', 'is not a JSON object'],
  [{ ...cancel(1, 2, 204), begin: 'x' }, 'has no begin in milliseconds'],
  [{ ...cancel(2, 1, 204) }, 'has no end that is null or not before begin'],
  [{ ...cancel(1, 2, 204), orderId: '1.5' }, 'has no orderId that is an integer'],
  [{ ...cancel(1, 2, 204), method: 'PUT' }, 'has no method that is GET or DELETE'],
  [{ ...list(1, 2), ids: undefined }, 'has no ids that are integers'],
])('refuses the line %j: it %s', async (line, what) => {
  const file = await fileWith(cancel(1, 2, 204), line);
  await expect(checkHistory(file)).rejects.toThrow(`${file}:2 ${what}`);
});

test('an empty history is incomplete, and a missing one a clear error', async () => {
  const file = await fileWith('');
  expect(await checkHistory(file)).toMatchObject({ exitCode: 3, incomplete: { kind: 'other-service' } });
  await expect(checkHistory(`${file}.no`)).rejects.toThrow(`${file}.no does not exist`);
});

test('the command takes a history, and refuses what would send', async () => {
  const file = await fileWith(cancel(1, 5, 204), cancel(3, 9, 204));
  expect(await check(['--history', file])).toMatchObject({ code: 1, out: expect.stringContaining('R35') });
  await expect(check(['--history', file, '--level', 'cancel'])).rejects.toThrow(
    `has no effect: --history ${file} sends nothing`,
  );
});
