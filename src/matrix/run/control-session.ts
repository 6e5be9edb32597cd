import { createSecrets } from '../../secrets/secrets.ts';
import type { RunRecord } from '../../simulator/environment/record/run-record.ts';
import { explore } from '../explore.ts';
import type { EndedRun, MatrixResult, Outcome, PlannedRun } from '../model.ts';
import { cellSettings } from '../plan/cell.ts';
import { formatCell, parseCell } from '../plan/cell-text.ts';
import { concludeMatrix } from '../report/matrix-report.ts';
import { matrixReportWriters } from '../report/reports.ts';
import { failingTests } from '../results/failing-tests.ts';
import { createTally } from './tally.ts';

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
  const options = { faults, ...(only !== undefined && { only: [parseCell(only, 'only')] }) };
  const tally = createTally();
  const begunAt = performance.now();
  let result: MatrixResult | undefined;
  let conclude: (ended: EndedRun) => void = () => {};
  let offer = Promise.withResolvers<PlannedRun | undefined>();
  const execute = (run: PlannedRun): Promise<EndedRun> => {
    const { promise, resolve } = Promise.withResolvers<EndedRun>();
    conclude = resolve;
    offer.resolve(run);
    return promise;
  };
  explore(execute, { ...options, onEstimate: tally.estimated }).then((found) => {
    result = found;
    offer.resolve(undefined);
  }, offer.reject);
  return {
    /** Returns the run to execute, which is the same until it has ended; undefined at the end. */
    next: async () => {
      const run = await offer.promise;
      return run && { run, cell: formatCell(run.cell), settings: cellSettings(run.cell) };
    },
    /** Returns the names of the failing tests in the texts of JUnit XML files. Throws a UserError for other texts. */
    failingTests: (junit: readonly string[]) =>
      junit.flatMap((text, at) => failingTests(text, `junit[${at}]`)),
    /** Resolves when the next run is known. */
    end: async (run: PlannedRun, { outcome, tests, records, ms }: StepResult): Promise<void> => {
      offer = Promise.withResolvers();
      const ended = { run, outcome: outcomeOf(outcome, tests, ms), records, ms };
      tally.end(ended);
      conclude(ended);
      await offer.promise;
    },
    progress: () => {
      const { runMs: _, ...counts } = tally.progress();
      const ifAllPass = tally.estimate();
      return { ...counts, ...(ifAllPass !== undefined && { estimate: { ifAllPass } }) };
    },
    /** Call it at the end. */
    report: (format: 'json' | 'markdown', secrets: readonly string[]): string => {
      if (result === undefined) throw new Error('the matrix has not ended');
      const settings = { jobs: 1, required: [], accepted: [], observed: undefined, remarks: [] };
      const run = { command, options: faults ? [] : ['--no-faults'], begunAt, ...settings, result };
      return matrixReportWriters[format](concludeMatrix(run, createSecrets(secrets)));
    },
  };
}

function outcomeOf(kind: Outcome['kind'], tests: readonly string[], ms: number): Outcome {
  if (kind === 'passed') return { kind };
  return kind === 'hung' ? { kind, afterMs: ms, tests } : { kind, exit: 'a failure', tests };
}
