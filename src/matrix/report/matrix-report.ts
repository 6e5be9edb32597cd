import type { Secrets } from '../../secrets/secrets.ts';
import { Coverage } from '../../simulator/environment/coverage.ts';
import { maxRecorded } from '../../simulator/environment/record/run-recorder.ts';
import { version } from '../../version.ts';
import type { Cell, MatrixResult } from '../model.ts';
import { formatCell, isBaseline } from '../plan/cell.ts';
import { exchangesOf } from '../plan/reliance.ts';
import { causesOf } from '../plan/result.ts';

export type RequiredKind = 'faults' | 'actors';

/** A matrix that has ended, with what a reader needs to understand and to repeat it. */
export type MatrixReport = {
  readonly tool: { readonly name: 'store-orders-sim'; readonly version: string };
  readonly command: readonly string[];
  /** The options that a run of a single cell needs too, in words: `--scenario`, `shipped`. They contain no key. */
  readonly options: readonly string[];
  /** RFC 3339, UTC. */
  readonly startedAt: string;
  readonly durationMs: number;
  readonly jobs: number;
  /** Whether cells of faults or actors that fail count (`--require`). One that hangs always counts. */
  readonly required: readonly RequiredKind[];
  /** The cells that the user accepts (`--accept`), as `formatCell` writes them. */
  readonly accepted: readonly string[];
  /** The file of `--profile`, if its choices were observed at a deployment. */
  readonly observed: string | undefined;
  /** The only cell that was run besides the baseline (`--only`). Default: every cell of the plan. */
  readonly only?: Cell | undefined;
  /** What else the user must know, in sentences: results that could not be read, an accepted cell that was not found. */
  readonly remarks: readonly string[];
  /** A sentence for each outcome and class of ids that the tests never met without any change. */
  readonly holes: readonly string[];
  readonly result: MatrixResult;
};

type MatrixRun = Omit<MatrixReport, 'tool' | 'startedAt' | 'durationMs' | 'holes'> & {
  /** `performance.now()` at the start. */
  readonly begunAt: number;
};

export function concludeMatrix({ begunAt, ...run }: MatrixRun, secrets: Secrets): MatrixReport {
  const durationMs = performance.now() - begunAt;
  const startedAt = new Date(Date.now() - durationMs).toISOString();
  const remarks = [...run.remarks, ...cutShort(run.result), ...vanished(run)];
  return hideInMatrix(
    {
      ...{ tool: { name: 'store-orders-sim', version }, startedAt, durationMs },
      ...{ ...run, remarks, holes: holesOf(run.result) },
    },
    secrets,
  );
}

function holesOf({ baseline, runs }: MatrixResult): readonly string[] {
  if (baseline.kind !== 'passed') return [];
  const exchanges = runs.filter(({ run }) => isBaseline(run.cell)).flatMap(exchangesOf);
  if (exchanges.length === 0) return [];
  const coverage = new Coverage();
  for (const { orderId = '', ...exchange } of exchanges)
    coverage.count({ ...exchange, orderIdText: orderId });
  return coverage.view().holes.map(({ hole }) => hole);
}

/** Returns a sentence if a simulator of a run met more exchanges than it records. */
function cutShort({ runs }: MatrixResult): readonly string[] {
  const ends = runs.filter(({ records }) => records.some(({ kind }) => kind === 'overflow'));
  if (ends.length === 0) return [];
  return [
    `A simulator records its first ${maxRecorded} exchanges; later ones do not count, in ${ends.length} of the runs.`,
  ];
}

/** Returns a sentence for each accepted cell that was not found any more by a whole matrix. */
function vanished({ accepted, only, result }: Pick<MatrixReport, 'accepted' | 'only' | 'result'>) {
  if (only !== undefined || result.stopped !== undefined || result.baseline.kind !== 'passed') return [];
  const found = new Set(causesOf(result).map(({ cell }) => formatCell(cell)));
  return accepted
    .filter((cell) => !found.has(cell))
    .map((cell) => `${cell} is accepted, and was not found any more: remove --accept.`);
}

/** Hides secrets in a whole report: names of tests come from outside, and a command may contain a key. */
export function hideInMatrix(report: MatrixReport, secrets: Secrets): MatrixReport {
  // No report shows the records of a run.
  const runs = report.result.runs.map((run) => ({ ...run, records: [] }));
  return secrets.hideIn({ ...report, result: { ...report.result, runs } });
}
