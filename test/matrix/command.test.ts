import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type MatrixRun, matrix } from '../cli/run-matrix.ts';
import { benchScenario } from './clients/bench-client.ts';

const program = fileURLToPath(new URL('run-client.ts', import.meta.url));
const scenario = ['--scenario', benchScenario];
const client = (name: string): readonly string[] => ['--', process.execPath, program, name];
const { NODE_COMPILE_CACHE = '' } = process.env;
const run = (folder: string, args: readonly string[]): Promise<MatrixRun> =>
  matrix(folder, [...scenario, ...args], { env: { NODE_COMPILE_CACHE } });
const aFolder = (): string => mkdtempSync(join(tmpdir(), 'bench-'));

// A few clients as processes of their own: what the matrix finds is tried in this process, by the other tests here.

test('names one choice, and repeats it by the command of its report', async () => {
  const folder = aFolder();
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
  const { out, code } = await run(aFolder(), ['--no-faults', ...client('refusal-texts')]);
  expect([code, out]).toEqual([
    1,
    expect.stringContaining('breaks with  conflict-body=error + error-codes=opaque'),
  ]);
});

test('reports a fault that breaks a client, and counts it on demand', async () => {
  const only = ['--only', 'cancelOrder:1:reset-after-commit'];
  const seen = await run(aFolder(), [...only, ...client('blind-repeat')]);
  expect([seen.code, seen.out]).toEqual([0, expect.stringMatching(/repeats a cancel whose outcome/)]);
  const counted = await run(aFolder(), [...only, '--require', 'faults', ...client('blind-repeat')]);
  expect(counted.code).toBe(1);
});

test('ends a client without a time-out, and notes it', async () => {
  const only = ['--only', 'listOrders:1:slow', '--timeout', '6s'];
  const { out, code } = await run(aFolder(), [...only, ...client('no-time-out')]);
  expect([code, out]).toEqual([1, expect.stringMatching(/waits for a response without a time-out/)]);
});

test('does not call it a hang if a client gives up one slow response after the other', async () => {
  const slow = 'listOrders:1:slow + listOrders:2:slow + cancelOrder:1:slow';
  const only = ['--only', slow, '--timeout', '4s'];
  // Each of its three time-outs is 1.5 seconds.
  const { code, out } = await run(aFolder(), [...only, ...client('careful')]);
  expect([code, out]).toEqual([0, expect.stringMatching(/1 pass of 1 fault cell/)]);
});

test('finds nothing for a careful client, and runs nothing again', async () => {
  const folder = aFolder();
  const inputs = ['--input', `${fileURLToPath(new URL('clients/*', import.meta.url))}`];
  const args = ['--no-faults', '--jobs', '2', ...inputs, ...client('careful')];
  const first = await run(folder, args);
  expect([first.code, first.out]).toEqual([0, expect.stringMatching(/\d+ runs/)]);
  const again = await run(folder, args);
  expect([again.code, again.out]).toEqual([0, expect.stringMatching(/so nothing was run/)]);
});

test('calls a flaky client flaky', async () => {
  const folder = aFolder();
  const flaky = client(`flaky:${join(folder, 'counter')}`);
  const { out, code } = await run(folder, ['--no-faults', ...flaky]);
  expect([code, out]).toEqual([expect.any(Number), expect.stringMatching(/flaky/)]);
  expect(out).not.toMatch(/relies on: /);
});
