import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { client, run } from '../../matrix/run-bench-client.ts';
import { newFolder } from '../../support/new-folder.ts';

// A few clients as processes of their own: what the matrix finds is tried in this process, by the other tests here. Those
// that wait for time-outs are in test/hostile.

test('names one choice, and repeats it by the command of its report', async () => {
  const folder = newFolder();
  const file = join(folder, 'matrix.json');
  const options = ['--no-faults', '--jobs', '2'];
  const { out, code } = await run(folder, [
    ...options,
    '--report',
    `json=${file}`,
    ...client('conflict-body'),
  ]);
  expect([code, out]).toEqual([1, expect.stringMatching(/relies on: /)]);
  const { dependences } = JSON.parse(readFileSync(file, 'utf8'));
  expect(dependences).toMatchObject([{ cell: { gaps: { 'conflict-body': 'text' }, faults: [] } }]);
  const [, only = ''] = /reproduce +store-orders-sim matrix .*--only (\S+) --/.exec(out) ?? [];
  const again = await run(folder, [...options, '--only', only, ...client('conflict-body')]);
  expect([only, again.code]).toEqual(['conflict-body=text', 1]);
});

test('names two choices that break a client together', async () => {
  const { out, code } = await run(newFolder(), ['--no-faults', ...client('refusal-texts')]);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('breaks with  conflict-body=error + error-codes=opaque'),
  ]);
});

test('reports a fault that breaks a client, and counts it if only that cell runs', async () => {
  const only = ['--only', 'cancelOrder:1:reset-after-commit'];
  const seen = await run(newFolder(), [...only, ...client('blind-repeat')]);
  expect([seen.code, seen.out]).toEqual([1, expect.stringMatching(/repeats a cancel whose outcome/)]);
});

test('calls a flaky client flaky', async () => {
  const folder = newFolder();
  const flaky = client(`flaky:${join(folder, 'counter')}`);
  const { out, code } = await run(folder, ['--no-faults', ...flaky]);
  expect([code, out]).toEqual([expect.any(Number), expect.stringMatching(/flaky/)]);
  expect(out).not.toMatch(/relies on: /);
});
