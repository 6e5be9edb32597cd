import type { Clock } from '../../clock.ts';
import type { Environments } from '../environment/environments.ts';
import type { ImposedRun } from '../environment/record/imposed-run.ts';
import type { RunRecord } from '../environment/record/run-record.ts';
import type {
  MatrixProgress,
  MatrixRequest,
  MatrixSession,
  MatrixStep,
  MatrixStepResult,
  OpenMatrixSession,
} from './matrix-session.ts';

/** A call that comes at the wrong time, and what to call instead. */
export type OutOfOrder = { readonly kind: 'out-of-order'; readonly message: string };

/** Runs one matrix at a time on the environments of a simulator. */
export interface MatrixControl {
  /** Begins a matrix. With `restart` it replaces one that has not ended. */
  plan(request: MatrixRequest, restart: boolean): Promise<MatrixProgress | OutOfOrder>;
  /** Imposes the next run on all environments and resets them. A run without a result is imposed again. */
  next(): Promise<(MatrixStep & { readonly kind: 'run' }) | { readonly kind: 'done' } | OutOfOrder>;
  /** Ends a run, with the texts of JUnit XML files that name failing tests. */
  end(
    run: number,
    result: Pick<MatrixStepResult, 'outcome' | 'tests'> & { readonly junit: readonly string[] },
  ): MatrixProgress | OutOfOrder;
  report(format: 'json' | 'markdown', secrets: readonly string[]): { readonly text: string } | OutOfOrder;
}

/** What a matrix over the control API is made of. */
export type MatrixControlOptions = {
  readonly open: OpenMatrixSession;
  readonly run: ImposedRun;
  readonly environments: Environments;
  readonly machine: Clock;
};

type Running = { readonly step: MatrixStep; readonly records: RunRecord[]; readonly begunAt: number };

/** Creates the matrix of a simulator, none at first. */
export function createMatrixControl({
  open,
  run,
  environments,
  machine,
}: MatrixControlOptions): MatrixControl {
  let session: MatrixSession | undefined;
  let running: Running | undefined;
  let ended = false;
  const resetAll = async (): Promise<void> => {
    for (const environment of await environments.listed()) await environment.reset();
  };
  const begin = async (step: MatrixStep): Promise<void> => {
    const records: RunRecord[] = [];
    run.begin({ cell: step.settings, onRecord: (record) => void records.push(record) });
    await resetAll();
    running = { step, records, begunAt: machine.now() };
  };
  return {
    plan: async (request, restart) => {
      if (run.isFixed) return outOfOrder('This simulator belongs to a run of another matrix.');
      if (session !== undefined && !ended && !restart)
        return outOfOrder(
          `A matrix is in progress; GET /matrix/next continues it, "restart": true replaces it.`,
        );
      session = await open(request);
      running = undefined;
      ended = false;
      return session.progress();
    },
    next: async () => {
      if (session === undefined) return outOfOrder('No matrix is planned; POST /matrix/plan begins one.');
      const step = running?.step ?? session.next();
      if (step !== undefined) {
        await begin(step);
        return { kind: 'run', ...step };
      }
      if (!ended) {
        run.end();
        await resetAll();
      }
      ended = true;
      return { kind: 'done' };
    },
    end: (number, { junit, ...result }) => {
      if (session === undefined || running === undefined)
        return outOfOrder('No run is in progress; GET /matrix/next begins one.');
      const { step, records, begunAt } = running;
      if (number !== step.run)
        return outOfOrder(`Run ${step.run} is in progress, not run ${number}; send its result.`);
      // Before anything changes, so that a text that is refused can be sent again.
      const tests = [...result.tests, ...session.failingTests(junit)];
      // Writes the last records.
      run.end();
      running = undefined;
      session.end({ ...result, tests, records, ms: machine.now() - begunAt });
      return session.progress();
    },
    report: (format, secrets) => {
      if (session === undefined) return outOfOrder('No matrix is planned; POST /matrix/plan begins one.');
      if (!ended)
        return outOfOrder('The matrix has not ended; GET /matrix/next responds with 204 at its end.');
      return { text: session.report(format, secrets) };
    },
  };
}

function outOfOrder(message: string): OutOfOrder {
  return { kind: 'out-of-order', message };
}
