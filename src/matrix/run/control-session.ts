import { createSecrets } from '../../secrets/secrets.ts';
import type { MatrixSession, OpenMatrixSession } from '../../simulator/control-api/matrix-session.ts';
import { createExploration } from '../exploration.ts';
import type { Outcome, PlannedRun } from '../model.ts';
import { cellSettings } from '../plan/cell.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import { concludeMatrix } from '../report/matrix-report.ts';
import { matrixReportWriters } from '../report/reports.ts';
import { failingTests } from '../results/failing-tests.ts';

/** Opens a matrix whose runs a client of the control API executes, one at a time. */
export const openMatrixSession: OpenMatrixSession = async ({ faults, only, command }) => {
  const cells = only === undefined ? {} : { only: [parseCell(only, 'only')] };
  const exploration = createExploration({ faults, ...cells });
  const begunAt = performance.now();
  let running: PlannedRun | undefined;
  const session: MatrixSession = {
    next: () => {
      const run = exploration.next();
      if (typeof run !== 'object') return undefined;
      running = run;
      return { run: run.id, cell: formatCell(run.cell), settings: cellSettings(run.cell) };
    },
    failingTests: (junit) => junit.flatMap((text, at) => failingTests(text, `junit[${at}]`)),
    end: ({ outcome, tests, records, ms }) => {
      if (running === undefined) throw new Error('no run is in progress');
      const run = running;
      running = undefined;
      exploration.record({ run, outcome: outcomeOf(outcome, tests, ms), records, ms, cached: false });
    },
    progress: () => {
      const { ended, planned, failing } = exploration.progress();
      return { ended, planned, failing };
    },
    report: (format, secrets) => {
      const options = faults ? [] : ['--no-faults'];
      const settings = { jobs: 1, required: [], accepted: [], observed: undefined, remarks: [] };
      const result = exploration.result();
      const report = concludeMatrix(
        { command, options, begunAt, ...settings, result },
        createSecrets(secrets),
      );
      return matrixReportWriters[format](report);
    },
  };
  return session;
};

function outcomeOf(kind: Outcome['kind'], tests: readonly string[], ms: number): Outcome {
  if (kind === 'passed') return { kind };
  return kind === 'hung' ? { kind, afterMs: ms, tests } : { kind, exit: 'a failure', tests };
}
