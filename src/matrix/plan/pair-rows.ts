import type { Cell } from '../model.ts';
import { baselineCell } from './cell.ts';
import { pairCells } from './choice-cells.ts';
import { type Case, type Examined, isOpen } from './examine.ts';
import type { Ledger } from './ledger.ts';
import { type ReliedGap, relianceOf } from './reliance.ts';

/** How many batches are planned at most. */
const mostBatches = 12;

/** The rows of pairs, planned in batches: again after a failing row and after new reliance. */
export function createPairRows(ledger: Ledger) {
  const rows: Case[] = [];
  let batches = 0;
  return {
    /** Whether a batch was planned. */
    get planned(): boolean {
      return batches > 0;
    },
    // Examines the rows in order. They are reduced one after the other, when all of them have run: what is run then depends on the outcomes only, not
    // on which run ended first, and the passing rows spare many runs.
    judge: (examine: (row: Case, mayReduce: boolean) => Examined): readonly Examined[] => {
      let mayReduce = !rows.map((row) => examine(row, false)).some(({ finding }) => finding.kind === 'open');
      return rows.map((row) => {
        const examined = examine(row, mayReduce);
        if (isOpen(examined)) mayReduce = false;
        return examined;
      });
    },
    /** Plans the rows for the pairs that are not covered yet. Returns whether there are any. */
    add: (all: readonly Examined[], relied: readonly ReliedGap[]): boolean => {
      if (batches++ >= mostBatches) return false;
      const cells = pairCells({
        relied:
          batches === 1 ? relianceOf(ledger.reliance.filter(({ run }) => !isLater(run.run.cell))) : relied,
        allows: (gap, choice) => !all.some((one) => excludes(one, gap, choice)),
        causes: all
          .flatMap(({ finding }) => (finding.kind === 'cause' ? [finding.cell] : []))
          .filter(({ faults }) => faults.length === 0),
        passed: coveredCells(all, ledger),
      });
      rows.push(...cells.map((cell): Case => ({ cell, purpose: 'pairs' })));
      return cells.length > 0;
    },
  };
}

/** Faults at later exchanges may run before the first rows are planned, or after: the rows must not depend on it. */
function isLater({ faults }: Cell): boolean {
  return faults.length > 1 || faults.some(({ nth }) => nth > 1);
}

/** Whether a case has shown that a choice does not pass, so that a row with it would be no news. */
function excludes(one: Examined, gap: string, choice: string): boolean {
  const { subject, finding } = one;
  return subject?.gap === gap && subject.choice === choice && finding.kind !== 'passes' && !isOpen(one);
}

/** The cells whose pairs need no further run: those that passed, and the rows that proved flaky. */
function coveredCells(all: readonly Examined[], ledger: Ledger): readonly Cell[] {
  const flaky = all.filter(({ purpose, finding }) => purpose === 'pairs' && finding.kind === 'flaky');
  const passed = ledger.ended.filter(
    ({ outcome, run }) => outcome.kind === 'passed' && run.cell.faults.length === 0,
  );
  return [baselineCell, ...passed.map(({ run }) => run.cell), ...flaky.map(({ cell }) => cell)];
}
