import type { Cell, EndedRun, PlannedRun, Purpose } from '../model.ts';
import { formatCell } from './cell-text.ts';
import { type RunReliance, runReliance } from './reliance.ts';

/** The runs so far, by cell: no cell is run again if its outcome is known often enough. */
export type Ledger = ReturnType<typeof createLedger>;

export function createLedger() {
  const byCell = new Map<string, EndedRun[]>();
  const running = new Map<number, string>();
  let reliance: readonly RunReliance[] = [];
  let planned = 0;
  return {
    start: (cell: Cell, purpose: Purpose): PlannedRun => {
      const run = { id: ++planned, purpose, cell };
      running.set(run.id, formatCell(cell));
      return run;
    },
    end: (ended: EndedRun): void => {
      const key = running.get(ended.run.id);
      if (key === undefined) throw new Error(`run ${ended.run.id} is not in progress`);
      running.delete(ended.run.id);
      const runs = [...(byCell.get(key) ?? []), ended];
      byCell.set(
        key,
        runs.toSorted((one, other) => one.run.id - other.run.id),
      );
      reliance = [...reliance, runReliance(ended)].toSorted(
        (one, other) => one.run.run.id - other.run.run.id,
      );
    },
    /** Returns the ended runs of a cell in the order of planning, whatever they were planned for. */
    of: (cell: Cell): readonly EndedRun[] => byCell.get(formatCell(cell)) ?? [],
    inProgress: (cell: Cell): number => {
      const key = formatCell(cell);
      return [...running.values()].filter((one) => one === key).length;
    },
    get busy(): number {
      return running.size;
    },
    get ended(): readonly EndedRun[] {
      return reliance.map(({ run }) => run);
    },
    /** On which gaps they relied, in the same order. */
    get reliance(): readonly RunReliance[] {
      return reliance;
    },
  };
}
