import type { Cell, EndedRun, MatrixResult, StopReason } from './model.ts';
import { baselineCell, formatCell } from './plan/cell.ts';
import { choiceCells, crossedCells, pairCells } from './plan/choices.ts';
import { createExaminer, type Examine, type Examined } from './plan/examine.ts';
import { actorCells, firstFaultCells, laterFaultCells, retryFaultCell } from './plan/fault-cells.ts';
import { faultId } from './plan/fault-points.ts';
import { resultOf } from './plan/result.ts';
import { type Execute, RunLog } from './plan/run-log.ts';
import { baselineOf, stableHangs, stableRuns } from './plan/verdict.ts';

export type PlanOptions = {
  /** Runs only these cells beside the baseline, instead of the whole plan. */
  readonly only?: readonly Cell[] | undefined;
  /** Whether to plan fault points. Default: true. */
  readonly faults?: boolean;
};

export type ExploreOptions = PlanOptions & {
  /** How many runs at the same time. Default: 1. */
  readonly jobs?: number;
  /** Called when the baseline has passed, with the number of runs if the tests pass in all of them. */
  readonly onEstimate?: (runs: number) => void;
  /** Returns why no further run begins, if so. */
  readonly stopped?: () => StopReason | undefined;
};

/** How often a cause and the baseline run if some cell was flaky: a flaky client fails in one cell three times by chance. */
const runsBesideFlaky = 9;

/**
 * Explores on what a client relies: runs the command with one cell after the other, at most `jobs` at a time, and reduces what
 * fails to minimal causes. The same outcomes give the same findings, whatever `jobs` is. Rejects if a run does, when no run is in progress.
 *
 * @example
 * const { assumptions } = await explore(runCommand, { jobs: 4 });
 */
export async function explore(execute: Execute, options: ExploreOptions = {}): Promise<MatrixResult> {
  const { only, faults = true, jobs = 1, onEstimate, stopped = () => undefined } = options;
  const log = new RunLog(execute, jobs);
  try {
    const first = await runBaseline(log);
    if (first === undefined) return resultOf(log, [], stopped());
    onEstimate?.(await estimateRuns(first, { only, faults }));
    const examine = createExaminer(log);
    const examined = only === undefined ? await examineAll(log, examine, faults) : await examine(only);
    return resultOf(log, await confirm(log, examined), stopped());
  } finally {
    await log.settled();
  }
}

/** Runs the baseline three times, unless it sends nothing. Returns its first run if it passes. */
async function runBaseline(log: RunLog): Promise<EndedRun | undefined> {
  await log.ensure(baselineCell, 1);
  const [first] = log.of(baselineCell);
  if (first === undefined || baselineOf([first]).kind === 'no-requests') return undefined;
  const times = first.outcome.kind === 'hung' ? stableHangs : stableRuns;
  await log.ensure(baselineCell, times);
  const runs = log.of(baselineCell);
  return runs.length === times && baselineOf(runs).kind === 'passed' ? first : undefined;
}

async function examineAll(log: RunLog, examine: Examine, faults: boolean): Promise<readonly Examined[]> {
  const baseline = log.of(baselineCell);
  const tried = new Set<string>();
  /** Examines the choices to try alone, again and again, because a run with one can rely on further gaps. */
  const examineChoices = async (): Promise<readonly Examined[]> => {
    const cells = choiceCells(log.varied).filter((cell) => !tried.has(formatCell(cell)));
    if (cells.length === 0) return [];
    for (const cell of cells) tried.add(formatCell(cell));
    return [...(await examine(cells)), ...(await examineChoices())];
  };
  const choices = [...(await examineChoices())];
  const first = faults ? await examine(firstFaultCells(baseline)) : [];
  const crossed = await examine(crossedCells(first, log));
  // What relied on a gap only beside another choice.
  choices.push(...(await examineChoices()));
  const passing = new Set(choices.filter(isHarmless).map(({ cell }) => formatCell(cell)));
  const pairs = await examine(pairCells(log.varied, (choice) => passing.has(formatCell(choice))));
  const later = faults ? await examine(laterCells(first, log)) : [];
  const acts = faults ? await examine(actorCells(baseline)) : [];
  return [...choices, ...first, ...crossed, ...pairs, ...later, ...acts];
}

function isHarmless({ finding }: Examined): boolean {
  return finding.kind === 'passes' || finding.kind === 'no-effect' || finding.kind === 'open';
}

/**
 * The later exchanges, and the retries of clients that repeated a request after a fault. A client that fails at a first
 * exchange is not disturbed in the same way at a later one, which would be no news.
 */
function laterCells(first: readonly Examined[], log: RunLog): readonly Cell[] {
  const baseline = log.of(baselineCell);
  const nameOf = ({ faults: [point] }: Cell): string => `${point?.operation} ${point?.kind}`;
  const broken = new Set(first.filter((one) => !isHarmless(one)).map(({ cell }) => nameOf(cell)));
  const later = laterFaultCells(baseline).filter((cell) => !broken.has(nameOf(cell)));
  const retries = first.filter(isHarmless).flatMap(({ cell }) => {
    const [run] = log.of(cell);
    return (run && retryFaultCell(run, baseline)) ?? [];
  });
  return [...later, ...retries];
}

/** If some cell was flaky, runs each cause and the baseline more often. */
async function confirm(log: RunLog, examined: readonly Examined[]): Promise<readonly Examined[]> {
  if (!log.isFlaky) return examined;
  await log.ensure(baselineCell, runsBesideFlaky);
  return Promise.all(
    examined.map(async (one): Promise<Examined> => {
      if (one.finding.kind !== 'cause') return one;
      const { cell } = one.finding;
      const verdict = await log.settle(cell, runsBesideFlaky);
      if (verdict === 'fails') return one;
      return { ...one, finding: verdict === 'open' ? { kind: 'open' } : { kind: 'flaky', cell } };
    }),
  );
}

/** Returns how many runs there are if all of them pass and send the same as a run of the baseline. */
export async function estimateRuns(baseline: EndedRun, options: PlanOptions): Promise<number> {
  const at = baseline.records.findIndex(({ kind }) => kind === 'exchange');
  const { runs } = await explore(async (run) => {
    // The faults of the run, as if they had fired.
    const records = baseline.records.map((record, index) =>
      record.kind === 'exchange' && index === at
        ? { ...record, faults: run.cell.faults.map(faultId) }
        : record,
    );
    return { ...baseline, outcome: { kind: 'passed' }, run, records };
  }, options);
  return runs.length;
}
