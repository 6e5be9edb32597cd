import type { Cell, EndedRun } from '../model.ts';
import { shownCell } from './words.ts';

export type RunsOfCell = {
  readonly text: string;
  readonly cell: Cell;
  readonly runs: readonly EndedRun[];
};

export function runsByCell(runs: readonly EndedRun[]): readonly RunsOfCell[] {
  const groups = Map.groupBy(runs, ({ run }) => shownCell(run.cell));
  return [...groups].flatMap(([text, all]) =>
    all.slice(0, 1).map(({ run }) => ({ text, cell: run.cell, runs: all })),
  );
}
