import { count, duration } from '../../report/amounts.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { EndedRun } from '../model.ts';
import type { Progress } from '../run/tally.ts';
import { outcomeClause, shownCell, showTest } from './words.ts';

export type ProgressOptions = {
  /** Whether a line can be replaced by the next. If not, every line stays. */
  readonly tty: boolean;
  readonly jobs: number;
  /** Returns the columns of the terminal. Default: 80. */
  readonly width?: () => number | undefined;
  readonly secrets: Secrets;
};

/** In a log, a line for every so many runs. */
const runsPerLine = 10;

const clear = '\r\u001b[2K';

/**
 * Creates the progress of a matrix. On a terminal it updates one line; in a log it writes a line for each failing cell, and
 * one for every ten runs.
 */
export function createMatrixProgress(
  write: (text: string) => unknown,
  { tty, jobs, width = () => undefined, secrets: { hide } }: ProgressOptions,
) {
  const reported = new Set<string>();
  let ended = 0;
  return {
    estimated(runs: number): void {
      write(`${tty ? clear : ''}matrix: ${runs} runs if the tests pass in all of them, more if they fail\n`);
    },
    /** Call it with the counts that include this run. */
    runEnded(run: EndedRun, progress: Progress): void {
      const line = progressLine(progress, jobs);
      if (tty) {
        const columns = Math.max(20, width() ?? 80);
        write(`${clear}${hide(`${line}: ${shownCell(run.run.cell)}`).slice(0, columns - 1)}`);
        return;
      }
      ended += 1;
      const failure = failureLine(run);
      if (failure !== undefined && !reported.has(failure)) write(`matrix: ${hide(failure)}\n`);
      if (failure !== undefined) reported.add(failure);
      if (ended % runsPerLine === 0) write(`${line}\n`);
    },
    /** Removes the line that is updated. Call it before the report is printed, and at an interrupt. */
    finish(): void {
      if (tty) write(clear);
    },
  };
}

function progressLine({ ended, planned, failing, runMs }: Progress, jobs: number): string {
  const left = Math.max(0, planned - ended);
  const time = runMs === undefined || left === 0 ? '' : `, about ${duration((left * runMs) / jobs)} left`;
  return `matrix: ${ended}/${planned} runs, ${failing === 0 ? 'none' : failing} failing${time}`;
}

/** Returns `list-order=by-id fails with exit code 1: refund.test and 2 tests more`; undefined if the run passed. */
function failureLine({ run, outcome }: EndedRun): string | undefined {
  if (outcome.kind === 'passed') return undefined;
  const [first, ...others] = outcome.tests;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'test')} more`;
  const tests = first === undefined ? '' : `: ${showTest(first)}${more}`;
  return `${shownCell(run.cell)} ${outcomeClause(outcome)}${tests}`;
}
