import { count, duration } from '../../report/amounts.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { EndedRun } from '../model.ts';
import { isBaseline } from '../plan/cell.ts';
import { medianOf } from '../plan/verdict.ts';
import { outcomeClause, shownCell, showTest } from './words.ts';

/** There is a line for every so many runs. */
const runsPerLine = 10;

/** Until the baseline has passed, its three runs are planned. */
const runsOfBaseline = 3;

/** Creates the progress of a matrix: a line for each cell that fails, and one for every ten runs. */
export function createMatrixProgress(
  write: (line: string) => unknown,
  { jobs, secrets: { hide } }: { readonly jobs: number; readonly secrets: Secrets },
) {
  const failures = new Set<string>();
  const passing: number[] = [];
  let ended = 0;
  let estimate = runsOfBaseline;
  const runMs = () => (passing.length === 0 ? undefined : medianOf(passing));
  const line = (): string => {
    const left = Math.max(0, estimate - ended);
    const time = left === 0 ? '' : `, about ${duration((left * (runMs() ?? 0)) / jobs)} left`;
    return `${ended}/${Math.max(ended, estimate)} runs, ${failures.size || 'none'} failing${time}`;
  };
  return {
    estimated(runs: number): void {
      estimate = runs;
      write(`matrix: ${runs} runs if the tests pass in all of them, more if they fail\n`);
    },
    runEnded(one: EndedRun): void {
      const { run, outcome, ms } = one;
      const cell = shownCell(run.cell);
      ended += 1;
      if (outcome.kind === 'passed' && isBaseline(run.cell)) passing.push(ms);
      if (outcome.kind !== 'passed' && !failures.has(cell)) {
        failures.add(cell);
        write(`matrix: ${hide(failureLine(one))}\n`);
      }
      if (ended % runsPerLine === 0) write(`matrix: ${line()}\n`);
    },
    /** Milliseconds of a passing run of the baseline, the median. Undefined before the first has passed. */
    runMs,
  };
}

/** Returns `list-order=by-id fails with exit code 1: refund.test and 2 tests more`. */
function failureLine({ run, outcome }: EndedRun): string {
  const [first, ...others] = outcome.kind === 'passed' ? [] : outcome.tests;
  const more = others.length === 0 ? '' : ` and ${count(others.length, 'test')} more`;
  const tests = first === undefined ? '' : `: ${showTest(first)}${more}`;
  return `${shownCell(run.cell)} ${outcomeClause(outcome)}${tests}`;
}
