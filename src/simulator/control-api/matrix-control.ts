import type { Clock } from '../../clock.ts';
import type { ErrorBody } from '../../control-api.ts';
import { type ControlResponse, created, noContent, ok, refusal } from '../../http/control-response.ts';
import type { MatrixRequest, MatrixSession, StepResult } from '../../matrix/run/control-session.ts';
import type { Environments } from '../environment/environments.ts';
import type { ImposedRun } from '../environment/record/imposed-run.ts';
import type { RunRecord } from '../environment/record/run-record.ts';

/** Runs one matrix at a time on the environments of a simulator. */
export type MatrixControl = ReturnType<typeof createMatrixControl>;

type Step = NonNullable<Awaited<ReturnType<MatrixSession['next']>>>;
type Running = { readonly step: Step; readonly records: RunRecord[]; readonly begunAt: number };
type Result = Pick<StepResult, 'outcome' | 'tests'> & { readonly junit: readonly string[] };

/** Creates the matrix of a simulator, none at first. A call that comes at the wrong time is refused, with what to call instead. */
export function createMatrixControl({
  run,
  environments,
  machine,
}: {
  readonly run: ImposedRun;
  readonly environments: Environments;
  readonly machine: Clock;
}) {
  let session: MatrixSession | undefined;
  let running: Running | undefined;
  let ended = false;
  const resetAll = async (): Promise<void> => {
    for (const environment of environments.all()) environment.reset();
  };
  return {
    /** Begins a matrix. With `restart` it replaces one that has not ended. */
    plan: async (request: MatrixRequest, restart: boolean) => {
      if (run.isFixed) return outOfOrder('This simulator belongs to a run of another matrix.');
      if (session !== undefined && !ended && !restart)
        return outOfOrder(
          `A matrix is in progress; GET /matrix/next continues it, "restart": true replaces it.`,
        );
      // Loaded only now, so that `serve` starts without it.
      const { openMatrixSession } = await import('../../matrix/run/control-session.ts');
      session = openMatrixSession(request);
      running = undefined;
      ended = false;
      return created(session.progress());
    },
    /** Imposes the next run on all environments and resets them. A run without a result is imposed again. */
    next: async () => {
      if (session === undefined) return noMatrix;
      const step = await session.next();
      if (step === undefined) {
        if (!ended) run.end();
        if (!ended) await resetAll();
        ended = true;
        return noContent;
      }
      const records: RunRecord[] = [];
      run.begin({ cell: step.settings, onRecord: (record) => void records.push(record) });
      await resetAll();
      running = { step, records, begunAt: machine.now() };
      const faults = step.settings.faults.map(({ id = '' }) => id);
      return ok({ run: step.run.id, cell: step.cell, gaps: step.settings.gaps, faults });
    },
    /** Ends a run, with the texts of JUnit XML files that name failing tests. */
    end: async (number: number, { junit, ...result }: Result) => {
      if (session === undefined || running === undefined)
        return outOfOrder('No run is in progress; GET /matrix/next begins one.');
      const { step, records, begunAt } = running;
      if (number !== step.run.id)
        return outOfOrder(`Run ${step.run.id} is in progress, not run ${number}; send its result.`);
      // Before anything changes, so that a text that is refused can be sent again.
      const tests = [...result.tests, ...session.failingTests(junit)];
      // Writes the last records.
      run.end();
      running = undefined;
      await session.end(step.run, { ...result, tests, records, ms: machine.now() - begunAt });
      return ok(session.progress());
    },
    /** Responds with the report, in Markdown or JSON. */
    report: (inMarkdown: boolean, secrets: readonly string[]) => {
      if (session === undefined) return noMatrix;
      if (!ended)
        return outOfOrder('The matrix has not ended; GET /matrix/next responds with 204 at its end.');
      const text = session.report(inMarkdown ? 'markdown' : 'json', secrets);
      return { status: 200, text, type: inMarkdown ? 'text/markdown' : 'application/json' };
    },
  };
}

const noMatrix = outOfOrder('No matrix is planned; POST /matrix/plan begins one.');

function outOfOrder(message: string): ControlResponse<ErrorBody> {
  return refusal('matrix_out_of_order', message);
}
