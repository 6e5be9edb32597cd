import type { Cell, MatrixResult } from '../../src/matrix/model.ts';
import { formatCell } from '../../src/matrix/plan/cell.ts';
import { isAct } from '../../src/matrix/plan/fault-points.ts';
import type { BenchClient } from './clients/bench-client.ts';

/** What a matrix named for a client of which the causes are known. */
export type Found = {
  /** Causes that are true. */
  readonly right: readonly string[];
  /** Causes that are not, or not minimal. */
  readonly wrong: readonly string[];
  /** The same of what others do: tests that expect a success fail then, which is no finding unless it is required. */
  readonly wrongActors: readonly string[];
  readonly flaky: readonly string[];
  /** The kinds of notes, without the one that a slow machine can hide. */
  readonly notes: readonly string[];
  /** Different cells that were run, the baseline included. */
  readonly cells: number;
  readonly runs: number;
};

/** Returns the text of a cell as the bench writes causes: with general parameters. */
export function causeText(cell: Cell): string {
  return formatCell(cell).replace(/\b(map|since|sunset|gone):\S+/g, '$1:…');
}

/** Compares the causes of a matrix with those that are known. */
export function compare({ causes }: BenchClient, result: MatrixResult): Found {
  const found = [...result.assumptions, ...result.faultCauses].map(({ cell }) => cell);
  const right = found.filter((cell) => causes.includes(causeText(cell)));
  const wrong = found.filter((cell) => !right.includes(cell));
  return {
    right: right.map(causeText),
    wrong: wrong.filter((cell) => !isAct(cell)).map(causeText),
    wrongActors: wrong.filter(isAct).map(causeText),
    flaky: result.flaky.map(({ cell }) => causeText(cell)),
    notes: [...new Set(result.notes.map(({ kind }) => kind))].filter(
      (kind) => kind !== 'retries-without-pause',
    ),
    cells: new Set(result.runs.map(({ run }) => formatCell(run.cell))).size,
    runs: result.runs.length,
  };
}
