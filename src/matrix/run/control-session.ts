import { createSecrets } from '../../secrets/secrets.ts';
import type { RunRecord } from '../../simulator/environment/record/run-record.ts';
import { createExploration } from '../exploration.ts';
import type { Outcome, PlannedRun } from '../model.ts';
import { cellSettings } from '../plan/cell.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import { concludeMatrix } from '../report/matrix-report.ts';
import { matrixReportWriters } from '../report/reports.ts';
import { failingTests } from '../results/failing-tests.ts';

/** What a client of the control API wants to explore. */
export type MatrixRequest = {
  /** Whether faults are varied too. */
  readonly faults: boolean;
  /** Only the baseline and this cell. */
  readonly only?: string | undefined;
  readonly command: readonly string[];
};

/** How a run ended that the client executed. */
export type StepResult = {
  readonly outcome: Outcome['kind'];
  readonly tests: readonly string[];
  readonly records: readonly RunRecord[];
  readonly ms: number;
};

export type MatrixSession = ReturnType<typeof openMatrixSession>;

/**
 * Opens a matrix whose runs a client of the control API executes, one at a time. Throws a UserError for a cell that does not
 * exist.
 */
export function openMatrixSession({ faults, only, command }: MatrixRequest) {
  const exploration = createExploration({
    faults,
    ...(only !== undefined && { only: [parseCell(only, 'only')] }),
  });
  const begunAt = performance.now();
  return {
    /** Returns the next run, or undefined at the end. Call it when the run before has ended. */
    next: () => {
      const { most = Number.POSITIVE_INFINITY } = exploration.estimate() ?? {};
      if (exploration.progress().ended >= most) exploration.stop('too-many-runs');
      const run = exploration.next();
      if (typeof run !== 'object') return undefined;
      return { run, cell: formatCell(run.cell), settings: cellSettings(run.cell) };
    },
    /** Returns the names of the failing tests in the texts of JUnit XML files. Throws a UserError for other texts. */
    failingTests: (junit: readonly string[]) =>
      junit.flatMap((text, at) => failingTests(text, `junit[${at}]`)),
    end: (run: PlannedRun, { outcome, tests, records, ms }: StepResult): void => {
      exploration.record({ run, outcome: outcomeOf(outcome, tests, ms), records, ms });
    },
    progress: () => {
      const { ended, planned, failing } = exploration.progress();
      return { ended, planned, failing, estimate: exploration.estimate() };
    },
    report: (format: 'json' | 'markdown', secrets: readonly string[]): string => {
      const options = faults ? [] : ['--no-faults'];
      const settings = { jobs: 1, required: [], accepted: [], observed: undefined, remarks: [] };
      const run = { command, options, begunAt, ...settings, result: exploration.result() };
      return matrixReportWriters[format](concludeMatrix(run, createSecrets(secrets)));
    },
  };
}

function outcomeOf(kind: Outcome['kind'], tests: readonly string[], ms: number): Outcome {
  if (kind === 'passed') return { kind };
  return kind === 'hung' ? { kind, afterMs: ms, tests } : { kind, exit: 'a failure', tests };
}
