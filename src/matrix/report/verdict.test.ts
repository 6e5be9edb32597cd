import { expect, test } from 'vitest';
import {
  dependentMatrix,
  ended,
  failed,
  flakyMatrix,
  interruptedMatrix,
  passed,
  redMatrix,
  silentMatrix,
  soundMatrix,
} from '../../../test/matrix/report/sample-matrix.ts';
import type { Outcome } from '../model.ts';
import { parseCell } from '../plan/cell.ts';
import type { MatrixReport } from './matrix-report.ts';
import { exitCodeOf, incompleteOf, verdictOf } from './verdict.ts';

const changed = (report: MatrixReport, result: Partial<MatrixReport['result']>): MatrixReport => ({
  ...report,
  result: { ...report.result, ...result },
});
const only = parseCell('etag=on');
const tests = Array.from({ length: 11 }, (_, at) => `refund.test.ts › ${at + 1}`);
const many = changed(redMatrix, { baseline: { kind: 'failed', outcome: failed(...tests) } });

test.each<[string, MatrixReport]>([
  [
    'relies on nothing unpromised in the cells for which there was time',
    changed(soundMatrix, { stopped: 'budget' }),
  ],
  ['was interrupted after 3 runs; nothing was found', changed(soundMatrix, { stopped: 'interrupted' })],
  ['fails without any change, so a failure in a cell would say nothing', redMatrix],
  ['is flaky without any change, so a failure in a cell would say nothing', flakyMatrix],
  ['sent no request to the simulator, so there is nothing to vary', silentMatrix],
])('a matrix says of a command that it %s', (verdict, report) => {
  expect(verdictOf(report)).toBe(verdict);
});

const lostOnly = parseCell('cancelOrder:1:reset-after-commit');
const never = 'no exchange relied on a choice, or a fault did not fire';

test.each([
  ['passes with etag=on', 0, only, [passed], false],
  [`passes, but etag=on had no effect: ${never}`, 3, only, [passed], true],
  ['is flaky with etag=on: its runs had different outcomes', 1, only, [failed(), passed, failed()], false],
  ['fails with etag=on', 1, only, [failed(), failed(), failed()], false],
  [
    `fails, but cancelOrder:1:reset-after-commit had no effect: ${never}`,
    1,
    lostOnly,
    [failed(), failed(), failed()],
    true,
  ],
] satisfies [string, number, typeof only, Outcome[], boolean][])(
  'a command that %s exits with %i',
  (verdict, code, cell, outcomes, idle) => {
    const runs = outcomes.map((outcome, at) => ended(at + 4, cell, outcome));
    const report = {
      ...changed(soundMatrix, {
        runs,
        noEffect: idle ? [cell] : [],
        flaky: new Set(outcomes.map(({ kind }) => kind === 'passed')).size > 1 ? [{ cell, outcomes }] : [],
      }),
      accepted: [],
      only: cell,
    };
    expect([verdictOf(report), exitCodeOf(report)]).toEqual([verdict, code]);
  },
);

test('a fault counts if it is required, if only its cell is run, or if the command hangs', () => {
  const [lost, slow] = dependentMatrix.result.faultCauses;
  const caused = (cause: typeof lost) =>
    changed(dependentMatrix, { assumptions: [], faultCauses: cause === undefined ? [] : [cause] });
  const report = caused(lost);
  expect(
    [report, { ...report, required: ['faults'] as const }, { ...report, only }, caused(slow)].map(exitCodeOf),
  ).toEqual([0, 1, 1, 1]);
  expect(verdictOf({ ...report, only })).toBe('fails under 1 fault');
});

test.each<[string, MatrixReport, readonly string[]]>([
  ['was interrupted', interruptedMatrix, ['Interrupted after 0 runs; 0 cells were left out.']],
  [
    'has a red baseline',
    many,
    [
      'The command fails with exit code 1 in the baseline. Let it pass against the simulator first.',
      ...tests.slice(0, 10).map((name) => `Failing: ${name}`),
    ],
  ],
  [
    'has a flaky baseline',
    flakyMatrix,
    [
      'Runs of the baseline had different outcomes: passes, fails with exit code 1, passes.',
      'Make the command repeatable first: a fixed seed, no shared state, no real clock.',
      'Failing: refund.test.ts › shows the refunded order',
    ],
  ],
  [
    'met no request',
    silentMatrix,
    [
      'The command must use the address in STORE_ORDERS_BASE_URL (or --env NAME={baseUrl}), the key in STORE_ORDERS_API_KEY.',
    ],
  ],
])('a matrix that %s says what is wrong, and what to do', (_, report, lines) => {
  expect(incompleteOf(report)).toEqual(lines);
});
