/** One thing that is wrong with what the user gave us, in the parts a person needs to mend it. */
export type Problem = {
  /** Where it stands: `scenarios/mine.yaml:3:13`, `--port`, `SIM_PORT`. */
  readonly where?: string;
  /** What is wrong, with the offending value, as one sentence without a full stop. */
  readonly what: string;
  /** What would have been right. */
  readonly expected?: string;
  /** What to do, often the nearest name. */
  readonly hint?: string;
};

/** How a process ends. 0 fine, 1 contract broken, 2 usage or file, 3 unreachable or port taken, 4 drift, 70 our bug. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 70 | 130;

/** Writes a problem as one line: `where what; expected …; hint`. */
export function formatProblem(problem: Problem): string {
  const start = problem.where === undefined ? problem.what : `${problem.where} ${problem.what}`;
  const expected = problem.expected === undefined ? '' : `; expected ${problem.expected}`;
  const hint = problem.hint === undefined ? '' : `; ${problem.hint}`;
  return start + expected + hint;
}

/**
 * A mistake of the user's: a setting, a file, a name, an address. It is printed without a stack, every problem at
 * once, and the process ends with `exitCode`. Whatever is not a `UserError` is a bug of ours.
 */
export class UserError extends Error {
  readonly problems: readonly Problem[];
  readonly exitCode: ExitCode;

  constructor(problems: Problem | readonly Problem[], exitCode: ExitCode = 2) {
    const all = 'what' in problems ? [problems] : problems;
    super(all.map(formatProblem).join('\n'));
    this.name = 'UserError';
    this.problems = all;
    this.exitCode = exitCode;
  }
}
