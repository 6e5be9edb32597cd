import type { Cell } from '../model.ts';
import { partsOf } from './cell.ts';
import { choiceCells } from './choice-cells.ts';
import { crossedCases } from './crossed-cells.ts';
import { type Case, type Examined, examine, isOpen } from './examine.ts';
import { actorCells, firstFaultCells, laterFaultCells, retryFaultCell } from './fault-cells.ts';
import type { Ledger } from './ledger.ts';
import { createPairRows } from './pair-rows.ts';
import { type Situation, situationOf } from './situation.ts';
import { verdictOf } from './verdict.ts';

export type PlanOptions = {
  /** Runs only these cells beside the baseline, instead of the whole plan. */
  readonly only?: readonly Cell[];
  /** Whether to plan fault points. Default: true. */
  readonly faults?: boolean;
  /** Whether what fails under an actor is confirmed and reduced. Default: false, it is only shown. */
  readonly actors?: boolean;
};

/** The cases of a matrix in the order of their importance. */
export type Plan = ReturnType<typeof createPlan>;

export function createPlan(
  ledger: Ledger,
  { only, faults = true, actors = only !== undefined }: PlanOptions,
) {
  const rows = createPairRows(ledger);
  let complete = false;
  let known: { readonly situation: Situation; readonly all: readonly Examined[] } | undefined;
  let situation: Situation | undefined;

  const situationNow = (): Situation => {
    if (situation?.ended !== ledger.reliance.length) situation = situationOf(ledger);
    return situation;
  };
  const examineAll = (): readonly Examined[] => {
    const now = situationNow();
    const causes: Cell[] = [];
    const judge = (one: Case, mayReduce = true): Examined => {
      const finding = examine(one, { ...now, ledger, causes, mayReduce, actors });
      if (finding.kind === 'cause') causes.push(finding.cell);
      return { ...one, finding };
    };
    if (only !== undefined) return only.map((cell) => judge(onlyCase(cell)));
    const choices = choiceCases(now, ledger).map((one) => judge(one));
    const first = faults ? firstFaultCells(now.baseline).map((cell) => judge(faultCase(cell))) : [];
    const crossed = crossedCases(complete ? first.filter((one) => !isOpen(one)) : first, ledger).map((one) =>
      judge(one),
    );
    const pairs = rows.judge(judge);
    const later = faults ? laterFaultCases(first, now, ledger, complete).map((one) => judge(one)) : [];
    const acts = faults ? actorCells(now.baseline).map((cell) => judge(faultCase(cell))) : [];
    const all = [...choices, ...first, ...crossed, ...pairs, ...later, ...acts];
    // The first rows depend on the verdicts of the choices, and of the faults only on the reliance that they show.
    const waits = rows.planned
      ? all.some(isOpen)
      : choices.some(isOpen) || first.some(({ cell }) => ledger.of(cell).length === 0);
    if (waits && !(complete && !rows.planned)) return all;
    return rows.add(all, now.varied) ? examineAll() : all;
  };

  return {
    /**
     * Examines every case by the runs so far. New reliance and repeated requests add cases; the rows of pairs are added
     * when everything that they depend on is known.
     */
    examine: (): readonly Examined[] => {
      const now = situationNow();
      if (known?.situation !== now) known = { situation: now, all: examineAll() };
      return known.all;
    },
    /** Adds the cases that depend on runs which will not be done, as if those passed. */
    complete: (): void => {
      complete = true;
      known = undefined;
    },
    /** What all runs so far show together. */
    situation: situationNow,
  };
}

/** The choices to try alone; one that needs another one for its effect waits until that one passed. */
function choiceCases({ varied, needed }: Situation, ledger: Ledger): readonly Case[] {
  return choiceCells(varied)
    .filter(({ needs }) => verdictOf(needs, ledger.of(needs), needed).kind === 'passes')
    .map(({ cell, subject }): Case => ({ cell, purpose: 'choice', subject }));
}

/**
 * The later exchanges, and the retries of clients that repeated a request after a fault. A client that fails at a first
 * exchange is not disturbed in the same way at a later one, which would be no news.
 */
function laterFaultCases(
  first: readonly Examined[],
  { baseline }: Situation,
  ledger: Ledger,
  complete: boolean,
): readonly Case[] {
  const harmless = first.filter((one) => one.finding.kind === 'passes' || (complete && isOpen(one)));
  const later = laterFaultCells(baseline).filter(({ faults: [point] }) => {
    const same = ({ cell: { faults } }: Examined): boolean =>
      faults[0]?.operation === point?.operation && faults[0]?.kind === point?.kind;
    return harmless.some(same) || !first.some(same);
  });
  const retries = harmless.flatMap(({ cell }) => {
    const [run] = ledger.of(cell);
    const next = run === undefined ? undefined : retryFaultCell(run, baseline);
    return next === undefined ? [] : [next];
  });
  return [...later, ...retries].map(faultCase);
}

function faultCase(cell: Cell): Case {
  return { cell, purpose: 'fault' };
}

function onlyCase(cell: Cell): Case {
  const [part, ...more] = partsOf(cell).filter((one) => one.kind === 'choice');
  if (part === undefined) return faultCase(cell);
  return more.length > 0 ? { cell, purpose: 'pairs' } : { cell, purpose: 'choice', subject: part };
}
