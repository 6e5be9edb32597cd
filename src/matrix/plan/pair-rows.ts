import type { Cell } from '../model.ts';
import { baselineCell } from './cell.ts';
import { pairCells } from './choice-cells.ts';
import { type Case, type Examined, isOpen } from './examine.ts';
import type { Ledger } from './ledger.ts';
import type { ReliedGap } from './reliance.ts';

const mostBatches = 12;

/** The rows of pairs, planned in batches: again after a failing row and after new reliance. */
export function createPairRows(ledger: Ledger) {
  const rows: Case[] = [];
  let batches = 0;
  return {
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
        relied,
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

/** Whether a case has shown that a choice does not pass, so that a row with it would be no news. */
function excludes(one: Examined, gap: string, choice: string): boolean {
  const { subject, finding, cell } = one;
  if (subject?.gap !== gap || subject.choice !== choice || cell.faults.length > 0) return false;
  return finding.kind !== 'passes' && finding.kind !== 'no-effect' && !isOpen(one);
}

/** The cells whose pairs need no further run: those that passed, and the rows that proved flaky. */
function coveredCells(all: readonly Examined[], ledger: Ledger): readonly Cell[] {
  const flaky = all.filter(({ purpose, finding }) => purpose === 'pairs' && finding.kind === 'flaky');
  const passed = ledger.ended.filter(
    ({ outcome, run }) => outcome.kind === 'passed' && run.cell.faults.length === 0,
  );
  return [baselineCell, ...passed.map(({ run }) => run.cell), ...flaky.map(({ cell }) => cell)];
}
