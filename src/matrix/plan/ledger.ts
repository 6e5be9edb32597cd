import type { Cell, EndedRun, PlannedRun, Purpose } from '../model.ts';
import { formatCell } from './cell-text.ts';
import { type RunReliance, runReliance } from './reliance.ts';

/** The runs so far, by cell: no cell is run again if its outcome is known often enough. */
export interface Ledger {
  /** Notes that a run is started, and returns it. */
  start(cell: Cell, purpose: Purpose): PlannedRun;
  end(ended: EndedRun): void;
  /** The ended runs of a cell in the order of planning, whatever they were planned for. */
  of(cell: Cell): readonly EndedRun[];
  inProgress(cell: Cell): number;
  /** How many runs are in progress. */
  readonly busy: number;
  /** All ended runs, in the order of planning. */
  readonly ended: readonly EndedRun[];
  /** On which gaps they relied, in the same order. */
  readonly reliance: readonly RunReliance[];
}

/** Creates a ledger without runs. */
export function createLedger(): Ledger {
  const byCell = new Map<string, EndedRun[]>();
  const running = new Map<number, string>();
  let reliance: readonly RunReliance[] = [];
  let planned = 0;
  return {
    start: (cell, purpose) => {
      const run = { id: ++planned, purpose, cell };
      running.set(run.id, formatCell(cell));
      return run;
    },
    end: (ended) => {
      const key = running.get(ended.run.id);
      if (key === undefined) throw new Error(`run ${ended.run.id} is not in progress`);
      running.delete(ended.run.id);
      byCell.set(key, inOrder([...(byCell.get(key) ?? []), ended]));
      reliance = [...reliance, runReliance(ended)].toSorted(
        (one, other) => one.run.run.id - other.run.run.id,
      );
    },
    of: (cell) => byCell.get(formatCell(cell)) ?? [],
    inProgress: (cell) => {
      const key = formatCell(cell);
      return [...running.values()].filter((one) => one === key).length;
    },
    get busy() {
      return running.size;
    },
    get ended() {
      return reliance.map(({ run }) => run);
    },
    get reliance() {
      return reliance;
    },
  };
}

function inOrder(runs: readonly EndedRun[]): EndedRun[] {
  return runs.toSorted((one, other) => one.run.id - other.run.id);
}
