import type { Cell, EndedRun, MatrixResult, StopReason } from './model.ts';
import { type Case, type Examined, faultCase, onlyCase } from './plan/case.ts';
import { baselineCell } from './plan/cell.ts';
import { formatCell } from './plan/cell-text.ts';
import { choiceCells } from './plan/choice-cells.ts';
import { crossedCases } from './plan/crossed-cells.ts';
import { Examiner } from './plan/examine.ts';
import { actorCells, firstFaultCells, laterFaultCells, retryFaultCell } from './plan/fault-cells.ts';
import { faultId } from './plan/fault-points.ts';
import { resultOf } from './plan/result.ts';
import { type Execute, RunLog } from './plan/run-log.ts';
import { pairCases } from './plan/telling-pairs.ts';
import { baselineVerdict } from './plan/verdict.ts';

export type PlanOptions = {
  /** Runs only these cells beside the baseline, instead of the whole plan. */
  readonly only?: readonly Cell[];
  /** Whether to plan fault points. Default: true. */
  readonly faults?: boolean;
  /** Whether what fails under an actor is confirmed and reduced. Default: false, it is only shown. */
  readonly actors?: boolean;
};

export type ExploreOptions = PlanOptions & {
  /** How many runs at the same time. Default: 1. */
  readonly jobs?: number;
  /** Called when the baseline has passed, with the number of runs if the tests pass in all of them. */
  readonly onEstimate?: (runs: number) => void;
  /** Returns why no further run begins, if so. */
  readonly stopped?: () => StopReason | undefined;
};

/** The runs without a cause after each flaky cell, and how many of them at most: a flaky client fails one of them. */
const baselinesPerFlakyCell = 2;
const mostMoreBaselines = 6;

/**
 * Explores on what a client relies: runs the command with one cell after the other, at most `jobs` at a time, and reduces what
 * fails to minimal causes. The same outcomes give the same findings, whatever `jobs` is.
 *
 * @example
 * const { dependences } = await explore(runCommand, { jobs: 4 });
 */
export async function explore(execute: Execute, options: ExploreOptions = {}): Promise<MatrixResult> {
  const { only, jobs = 1, actors = only !== undefined, onEstimate, stopped = () => undefined } = options;
  const log = new RunLog(execute, jobs);
  const passes = await runBaseline(log);
  const [first] = log.of(baselineCell);
  if (!passes || first === undefined) return resultOf(log, [], stopped());
  onEstimate?.(await estimateRuns(first, options));
  const examiner = new Examiner(log, actors);
  const examined =
    only === undefined
      ? await examineAll(log, examiner, options.faults ?? true)
      : await examiner.examine(only.map(onlyCase));
  return resultOf(log, await confirm(log, examined), stopped());
}

/** Runs the baseline three times, unless it sends nothing. Returns whether it passes. */
async function runBaseline(log: RunLog): Promise<boolean> {
  for (let times = 1; ; ) {
    await log.ensure(baselineCell, times, 'baseline');
    const runs = log.of(baselineCell);
    const verdict = baselineVerdict(runs);
    if (verdict.kind !== 'open') return verdict.kind === 'passed';
    if (runs.length < times) return false;
    times = runs.length + verdict.more;
  }
}

async function examineAll(log: RunLog, examiner: Examiner, faults: boolean): Promise<readonly Examined[]> {
  const baseline = log.of(baselineCell);
  const tried = new Set<string>();
  const choices = [...(await examineChoices(log, examiner, tried))];
  const first = faults ? await examiner.examine(firstFaultCells(baseline).map(faultCase)) : [];
  const crossed = await examiner.examine(crossedCases(first, log));
  // What relied on a gap only beside another choice.
  choices.push(...(await examineChoices(log, examiner, tried)));
  const survives = (gap: string, choice: string): boolean =>
    choices.some(
      ({ subject, finding }) =>
        subject?.gap === gap &&
        subject.choice === choice &&
        (finding.kind === 'passes' || finding.kind === 'no-effect'),
    );
  const pairs = await examiner.examine(pairCases(log.varied, survives));
  const later = faults ? await examiner.examine(laterFaultCases(first, log)) : [];
  const acts = faults ? await examiner.examine(actorCells(baseline).map(faultCase)) : [];
  return [...choices, ...first, ...crossed, ...pairs, ...later, ...acts];
}

/** Examines the choices to try alone, again and again, because a run with one can rely on further gaps. */
async function examineChoices(
  log: RunLog,
  examiner: Examiner,
  tried: Set<string>,
): Promise<readonly Examined[]> {
  const examined: Examined[] = [];
  for (;;) {
    const cells = choiceCells(log.varied).filter(({ cell }) => !tried.has(formatCell(cell)));
    if (cells.length === 0) return examined;
    for (const { cell } of cells) tried.add(formatCell(cell));
    // A choice that needs another one for its effect is worth a run only if that one passes.
    const ready = await Promise.all(
      cells.map(async ({ cell, subject, needs }): Promise<readonly Case[]> => {
        const verdict = await log.settle(needs, 'choice', log.needed);
        return verdict === 'passes' ? [{ cell, purpose: 'choice', subject }] : [];
      }),
    );
    examined.push(...(await examiner.examine(ready.flat())));
  }
}

/**
 * The later exchanges, and the retries of clients that repeated a request after a fault. A client that fails at a first
 * exchange is not disturbed in the same way at a later one, which would be no news.
 */
function laterFaultCases(first: readonly Examined[], log: RunLog): readonly Case[] {
  const baseline = log.of(baselineCell);
  const harmless = first.filter(({ finding }) => finding.kind === 'passes' || finding.kind === 'open');
  const later = laterFaultCells(baseline).filter(({ faults: [point] }) => {
    const same = ({ cell: { faults } }: Examined): boolean =>
      faults[0]?.operation === point?.operation && faults[0]?.kind === point?.kind;
    return harmless.some(same) || !first.some(same);
  });
  const retries = harmless.flatMap(({ cell }) => {
    const [run] = log.of(cell);
    return (run && retryFaultCell(run, baseline)) ?? [];
  });
  return [...later, ...retries].map(faultCase);
}

/** Runs each cause again, and the baseline, as often as the flaky cells of the client require. */
async function confirm(log: RunLog, examined: readonly Examined[]): Promise<readonly Examined[]> {
  let all = examined;
  for (let flaky = -1; flaky !== log.flakyCells; ) {
    flaky = log.flakyCells;
    const more = Math.min(mostMoreBaselines, baselinesPerFlakyCell * flaky);
    await log.ensure(baselineCell, log.of(baselineCell).length === 0 ? 0 : 3 + more, 'baseline');
    const needed = log.needed;
    all = await Promise.all(
      all.map(async (one): Promise<Examined> => {
        if (one.finding.kind !== 'cause') return one;
        const { cell } = one.finding;
        const verdict = await log.settle(cell, 'confirm', needed);
        if (verdict === 'fails') return one;
        return { ...one, finding: verdict === 'open' ? { kind: 'open' } : { kind: 'flaky', cell } };
      }),
    );
  }
  return all;
}

/** Returns how many runs there are if all of them pass and send the same as a run of the baseline. */
export async function estimateRuns(baseline: EndedRun, options: PlanOptions): Promise<number> {
  const { only, faults, actors } = options;
  const plan = { ...(only && { only }), ...(faults !== undefined && { faults }), ...(actors && { actors }) };
  let runs = 0;
  const at = baseline.records.findIndex(({ kind }) => kind === 'exchange');
  await playAll((run) => {
    runs++;
    // The faults of the run, as if they had fired.
    const records = baseline.records.map((record, index) =>
      record.kind === 'exchange' && index === at
        ? { ...record, faults: run.cell.faults.map(faultId) }
        : record,
    );
    return { ...baseline, outcome: { kind: 'passed' }, run, records };
  }, plan);
  return runs;
}

/** Explores with runs that take no time. */
async function playAll(play: (run: EndedRun['run']) => EndedRun, options: PlanOptions): Promise<void> {
  const log = new RunLog(async (run) => play(run), 1);
  await runBaseline(log);
  const examiner = new Examiner(log, options.actors ?? false);
  if (options.only === undefined) await examineAll(log, examiner, options.faults ?? true);
  else await examiner.examine(options.only.map(onlyCase));
}
