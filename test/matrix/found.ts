import type { MatrixResult } from '../../src/matrix/model.ts';
import { formatCell } from '../../src/matrix/plan/cell-text.ts';
import type { BenchClient } from './clients/bench-client.ts';
import { causeText } from './every-cell.ts';

/** What a matrix named for a client of which the causes are known. */
export type Found = {
  /** Causes that are true. */
  readonly right: readonly string[];
  /** Causes that are not, or not minimal. */
  readonly wrong: readonly string[];
  readonly flaky: readonly string[];
  /** The kinds of notes, without the one that a slow machine can hide. */
  readonly notes: readonly string[];
  /** Different cells that were run, the baseline included. */
  readonly cells: number;
  readonly runs: number;
};

/** Compares the causes of a matrix with those that are known. */
export function compare({ causes }: BenchClient, result: MatrixResult): Found {
  const named = [...result.dependences, ...result.faultCauses].map(({ cell }) => causeText(cell));
  return {
    right: named.filter((cause) => causes.includes(cause)),
    wrong: named.filter((cause) => !causes.includes(cause)),
    flaky: result.flaky.map(({ cell }) => causeText(cell)),
    notes: [...new Set(result.notes.map(({ kind }) => kind))].filter(
      (kind) => kind !== 'retries-without-pause',
    ),
    cells: new Set(result.runs.map(({ run }) => formatCell(run.cell))).size,
    runs: result.runs.length,
  };
}
