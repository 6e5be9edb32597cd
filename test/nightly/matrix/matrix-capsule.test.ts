import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCapsule } from '../../../src/simulator/read-capsule.ts';
import { verifyCapsule } from '../../../src/simulator/verify-capsule.ts';
import { client, clientFolder, expectsCancelled, matrix } from '../../cli/run-matrix.ts';

const verify = async (file: string) => verifyCapsule(await readCapsule(file, 1_000), 1_000);
const cellsOf = (file: string) => JSON.parse(readFileSync(file, 'utf8')).environment.gaps;

test('the matrix writes a capsule of each cause, which replays with the choice that breaks the tests', async () => {
  const folder = clientFolder(
    `[[ $(request GET /store/orders) == *'[{"id":48250890,'* ]] || exit 1${expectsCancelled}`,
  );
  const file = join(folder, 'causes.json');
  const { out, code } = await matrix(folder, ['--no-faults', '--report', `capsule=${file}`, ...client]);
  expect(code).toBe(1);
  const named = [...out.matchAll(/The capsule of (\S+) is (\S+)\./g)].map(([, cell, path = '']) => ({
    cell,
    path,
  }));
  expect(named).toHaveLength(2);
  expect(named.map(({ path }) => path)).toEqual([file, join(folder, 'causes-2.json')]);
  for (const { cell = '', path } of named) {
    const [gap = '', choice] = cell.split('=');
    expect(cellsOf(path)[gap]).toBe(choice);
    const { same, ...rest } = await verify(path);
    expect(rest).toEqual({ differs: [], unsure: [] });
    expect(same).toBeGreaterThan(0);
  }
});

test('the capsule of a fault has the fault, and the client that left', async () => {
  const folder = clientFolder(`[[ $(request DELETE /store/orders/48250918) == *204* ]]`);
  const file = join(folder, 'fault.json');
  const only = ['--only', 'cancelOrder:1:reset-after-commit'];
  const { out } = await matrix(folder, [...only, '--report', `capsule=${file}`, ...client]);
  expect(out).toContain(`The capsule of cancelOrder:1:reset-after-commit is ${file}.`);
  const { cell, steps } = JSON.parse(readFileSync(file, 'utf8'));
  expect(cell.faults).toMatchObject([{ id: 'matrix-cancelOrder-1-reset-after-commit' }]);
  expect(steps[0].response).toMatchObject({ end: 'reset' });
  expect(await verify(file)).toEqual({ same: 1, differs: [], unsure: [] });
});

test('a matrix without a cause writes no capsule, and two files are refused', async () => {
  const folder = clientFolder('request GET /store/orders >/dev/null');
  const file = join(folder, 'none.json');
  const report = ['--report', `capsule=${file}`];
  expect((await matrix(folder, ['--only', 'etag=on', ...report, ...client])).code).toBe(0);
  expect(existsSync(file)).toBe(false);
  await expect(matrix(folder, [...report, ...report, ...client])).rejects.toThrow(
    '--report has more than one capsule; name one file',
  );
});
