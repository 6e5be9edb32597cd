import type { Cell } from '../model.ts';
import { baselineCell } from './cell.ts';
import { choiceCells, pairCells } from './choice-cells.ts';
import { type Case, type Examined, examine, isOpen } from './examine.ts';
import { firstFaultCells, laterFaultCells, retryFaultCell } from './fault-cells.ts';
import type { Ledger } from './ledger.ts';
import { relianceOf } from './reliance.ts';
import { type Situation, situationOf } from './situation.ts';
import { verdictOf } from './verdict.ts';

/** What to plan. */
export type PlanOptions = {
  /** Runs only these cells beside the baseline, instead of the whole plan. */
  readonly only?: readonly Cell[];
  /** Whether to plan fault points. Default: true. */
  readonly faults?: boolean;
};

/** The cases of a matrix in the order of their importance. */
export interface Plan {
  /**
   * Examines every case by the runs so far. New reliance and repeated requests add cases; the rows of pairs are added when
   * everything that they depend on is known.
   */
  examine(): readonly Examined[];
  /** What all runs so far show together. */
  situation(): Situation;
  /** Adds the rows of pairs, if there are none yet, though not everything is known that they depend on. */
  completePairs(): void;
}

/** How often rows of pairs are planned at most: again after a failing row and after new reliance. */
const mostBatches = 12;

/** Creates the plan of a matrix whose baseline passes. */
export function createPlan(ledger: Ledger, { only, faults = true }: PlanOptions): Plan {
  const rows: Case[] = [];
  let batches = 0;
  let known: { readonly ended: number; readonly all: readonly Examined[] } | undefined;

  let latest: { readonly ended: number; readonly situation: Situation } | undefined;

  const situationNow = (): Situation => {
    const ended = ledger.reliance.length;
    if (latest?.ended !== ended) latest = { ended, situation: situationOf(ledger) };
    return latest.situation;
  };
  const examineAll = (): readonly Examined[] => {
    const situation = situationNow();
    const causes: Cell[] = [];
    const judge = (one: Case, mayReduce = true): Examined => {
      const finding = examine(one, { ...situation, ledger, causes, mayReduce });
      if (finding.kind === 'cause') causes.push(finding.cell);
      return { ...one, finding };
    };
    if (only !== undefined) return only.map((cell) => judge(onlyCase(cell)));
    const choices = choiceCases(situation, ledger).map((one) => judge(one));
    const first = faults ? firstFaultCells(situation.baseline).map((cell) => judge(faultCase(cell))) : [];
    const pairs = judgeRows(judge);
    const later = faults ? laterFaultCases(first, situation, ledger).map((one) => judge(one)) : [];
    const all = [...choices, ...first, ...pairs, ...later];
    const wait = batches === 0 ? [...choices, ...first] : all;
    if (batches >= mostBatches || wait.some(isOpen)) return all;
    return addRows(all, situation) ? examineAll() : all;
  };

  /**
   * Rows are reduced one after the other, when all of them have run: what is run then depends on the outcomes only, not on
   * which run ended first, and the passing rows spare many runs.
   */
  const judgeRows = (judge: (one: Case, mayReduce: boolean) => Examined): readonly Examined[] => {
    let mayReduce = !rows.map((row) => judge(row, false)).some(({ finding }) => finding.kind === 'open');
    return rows.map((row) => {
      const examined = judge(row, mayReduce);
      if (isOpen(examined)) mayReduce = false;
      return examined;
    });
  };
  /** Returns whether there were pairs to cover. */
  const addRows = (all: readonly Examined[], { relied }: Situation): boolean => {
    const cells = pairCells({
      relied:
        batches === 0 ? relianceOf(ledger.reliance.filter(({ run }) => !isLaterFault(run.run.cell))) : relied,
      allows: (gap, choice) => !all.some((one) => excludes(one, gap, choice)),
      causes: all
        .flatMap(({ finding }) => (finding.kind === 'cause' ? [finding.cell] : []))
        .filter(hasNoFault),
      passed: coveredCells(all, ledger),
    });
    batches++;
    rows.push(...cells.map((cell): Case => ({ cell, purpose: 'pairs' })));
    return cells.length > 0;
  };

  return {
    examine: () => {
      const ended = ledger.reliance.length;
      if (known?.ended !== ended) known = { ended, all: examineAll() };
      return known.all;
    },
    completePairs: () => {
      if (only !== undefined || batches > 0) return;
      addRows(examineAll(), situationNow());
      known = undefined;
    },
    situation: situationNow,
  };
}

/** The choices to try alone; one that needs another one for its effect waits until that one passed. */
function choiceCases({ relied, needed }: Situation, ledger: Ledger): readonly Case[] {
  return choiceCells(relied)
    .filter(
      ({ needs }) => needs === undefined || verdictOf(needs, ledger.of(needs), needed).kind === 'passes',
    )
    .map(({ cell, subject }): Case => ({ cell, purpose: 'choice', subject }));
}

/** The later exchanges, and the retries of clients that repeated a request after a fault. */
function laterFaultCases(
  first: readonly Examined[],
  { baseline }: Situation,
  ledger: Ledger,
): readonly Case[] {
  const retries = first.flatMap(({ cell, finding }) => {
    const run = finding.kind === 'passes' ? ledger.of(cell)[0] : undefined;
    const next = run === undefined ? undefined : retryFaultCell(run, baseline);
    return next === undefined ? [] : [next];
  });
  return [...laterFaultCells(baseline), ...retries].map(faultCase);
}

function isLaterFault({ faults }: Cell): boolean {
  return faults.length > 1 || faults.some(({ nth }) => nth > 1);
}

/** A cause with faults says nothing about choices: as a combination without choices it would exclude every row. */
function hasNoFault({ faults }: Cell): boolean {
  return faults.length === 0;
}

/** Whether a case has shown that a choice does not pass, so that a row with it would be no news. */
function excludes({ subject, finding }: Examined, gap: string, choice: string): boolean {
  return (
    subject?.gap === gap && subject.choice === choice && finding.kind !== 'passes' && finding.kind !== 'open'
  );
}

/** The cells whose pairs need no further run: those that passed, and the rows that proved flaky. */
function coveredCells(all: readonly Examined[], ledger: Ledger): readonly Cell[] {
  const flaky = all.filter(({ purpose, finding }) => purpose === 'pairs' && finding.kind === 'flaky');
  const passed = ledger.ended.filter(
    ({ outcome, run }) => outcome.kind === 'passed' && run.cell.faults.length === 0,
  );
  return [baselineCell, ...passed.map(({ run }) => run.cell), ...flaky.map(({ cell }) => cell)];
}

function faultCase(cell: Cell): Case {
  return { cell, purpose: 'fault' };
}

function onlyCase(cell: Cell): Case {
  return {
    cell,
    purpose: cell.faults.length > 0 ? 'fault' : Object.keys(cell.gaps).length > 1 ? 'pairs' : 'choice',
  };
}
