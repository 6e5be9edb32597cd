import { count, duration } from '../../report/amounts.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { EndedRun } from '../model.ts';
import { medianOf } from '../plan/verdict.ts';
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

/** Until the baseline has passed, its three runs are planned. */
const runsOfBaseline = 3;

/**
 * Creates the progress of a matrix. On a terminal it updates one line; in a log it writes a line for each failing cell, and
 * one for every ten runs.
 */
export function createMatrixProgress(
  write: (text: string) => unknown,
  { tty, jobs, width = () => undefined, secrets: { hide } }: ProgressOptions,
) {
  const failures = new Set<string>();
  const passing: number[] = [];
  let ended = 0;
  let estimate = runsOfBaseline;
  const runMs = () => (passing.length === 0 ? undefined : medianOf(passing));
  const line = (): string => {
    const left = Math.max(0, estimate - ended);
    const ms = runMs();
    const time = ms === undefined || left === 0 ? '' : `, about ${duration((left * ms) / jobs)} left`;
    return `matrix: ${ended}/${Math.max(ended, estimate)} runs, ${failures.size || 'none'} failing${time}`;
  };
  return {
    estimated(runs: number): void {
      estimate = runs;
      write(`${tty ? clear : ''}matrix: ${runs} runs if the tests pass in all of them, more if they fail\n`);
    },
    runEnded(one: EndedRun): void {
      const { run, outcome, ms } = one;
      const cell = shownCell(run.cell);
      ended += 1;
      const isNew = outcome.kind !== 'passed' && !failures.has(cell);
      if (isNew) failures.add(cell);
      if (outcome.kind === 'passed' && run.purpose === 'baseline') passing.push(ms);
      if (tty) {
        const columns = Math.max(20, width() ?? 80);
        write(`${clear}${hide(`${line()}: ${cell}`).slice(0, columns - 1)}`);
        return;
      }
      if (isNew) write(`matrix: ${hide(failureLine(one))}\n`);
      if (ended % runsPerLine === 0) write(`${line()}\n`);
    },
    /** Milliseconds of a passing run of the baseline, the median. Undefined before the first has passed. */
    runMs,
    /** Removes the line that is updated. Call it before the report is printed, and at an interrupt. */
    finish(): void {
      if (tty) write(clear);
    },
  };
}

/** Returns `list-order=by-id fails with exit code 1: refund.test and 2 tests more`. */
function failureLine({ run, outcome }: EndedRun): string {
  const [first, ...others] = outcome.kind === 'passed' ? [] : outcome.tests;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'test')} more`;
  const tests = first === undefined ? '' : `: ${showTest(first)}${more}`;
  return `${shownCell(run.cell)} ${outcomeClause(outcome)}${tests}`;
}
