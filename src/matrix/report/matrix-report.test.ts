import { expect, test } from 'vitest';
import {
  dependentMatrix,
  flakyMatrix,
  record,
  redMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import { inEveryText } from '../../../test/support/hostile-text.ts';
import { createSecrets } from '../../secrets/secrets.ts';
import { parseCell } from '../plan/cell.ts';
import { concludeMatrix, hideInMatrix, type MatrixReport } from './matrix-report.ts';
import { matrixReportFormats, matrixReportWriters } from './reports.ts';

const canary = 'sk_live_CANARY/7f3a9+Zq';
const echo = `${canary} ${encodeURIComponent(canary)} ${Buffer.from(`user:${canary}`).toString('base64')}`;

/** Fields whose texts are of the matrix itself, or the names of a cell. */
const own = [
  ...['tool', 'startedAt', 'stopped', 'kind', 'cell', 'run', 'gap', 'choice', 'operation', 'method'],
  ...['status', 'end', 'gaps', 'faults', 'accepted'],
];
/** A matrix with the key in every place that text from outside can reach. */
const leaking = (report: MatrixReport): MatrixReport =>
  inEveryText({ ...report, observed: '' }, () => echo, own);

const leaks = (written: string) => /canary|X0NBTkFSW|9DQU5BUl|fQ0FOQVJZ/i.test(written);

test.each(matrixReportFormats)('a %s report contains no form of a key, wherever it appeared', (format) => {
  for (const report of [dependentMatrix, redMatrix, flakyMatrix].map(leaking)) {
    expect(leaks(matrixReportWriters[format](report))).toBe(true);
    expect(leaks(matrixReportWriters[format](hideInMatrix(report, createSecrets([canary]))))).toBe(false);
  }
});

test('a matrix names what the tests never met without any change, and is one of this tool', () => {
  const { tool: _tool, startedAt: _at, durationMs: _ms, holes: _holes, ...run } = dependentMatrix;
  const [first] = run.result.runs;
  if (first === undefined) throw new Error('the sample has no run');
  const concluded = (cell: string, records: readonly ReturnType<typeof record>[]) => {
    const runs = [{ ...first, run: { id: 1, cell: parseCell(cell) }, records }];
    return concludeMatrix(
      { ...run, begunAt: performance.now() - 5_000, result: { ...run.result, runs } },
      createSecrets([]),
    );
  };
  const cancelled = {
    operation: 'cancelOrder',
    method: 'DELETE',
    target: '/v1/store/orders/7',
    orderId: '7',
  } as const;
  const cancels = [record(1, {}), record(2, { ...cancelled, status: 204, cancel: 'cancelled' })];
  const { holes, tool, durationMs, startedAt } = concluded('baseline', cancels);
  expect(tool.name).toBe('store-orders-sim');
  expect(durationMs).toBeGreaterThanOrEqual(5_000);
  expect(durationMs).toBeLessThan(3_600_000);
  expect(Date.now() - Date.parse(startedAt)).toBeGreaterThanOrEqual(5_000);
  expect(holes.filter((hole) => /401 of the list|a 409|negative order id/.test(hole))).toHaveLength(3);
  expect(holes.filter((hole) => /relied|fault|No response relied/.test(hole))).toEqual([]);
  expect(concluded('etag=on', cancels).holes).toEqual([]);
  expect(concluded('baseline', []).holes).toEqual([]);
  const refused = record(3, { ...cancelled, status: 409 });
  expect(concluded('baseline', [...cancels, refused]).holes.join()).not.toMatch(/a 409/);
});
