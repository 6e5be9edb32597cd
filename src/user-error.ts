/** One problem of the user's input, in the parts that a person needs to correct it. */
export type Problem = {
  /** Its place: `scenarios/mine.yaml:3:13`, `--port`, `SIM_PORT`. */
  readonly where?: string;
  /** What is wrong, with the value, as one sentence without a full stop. */
  readonly what: string;
  /** What would be valid. */
  readonly expected?: string;
  /** What to do; often the nearest name. */
  readonly hint?: string;
};

/** 0 success, 1 contract broken, 2 usage or file, 3 unreachable or port in use, 4 drift, 70 our bug, 130 interrupted. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 70 | 130;

/** Formats a problem as one line: `where what; expected …; hint`. */
export function formatProblem(problem: Problem): string {
  const start = problem.where === undefined ? problem.what : `${problem.where} ${problem.what}`;
  const expected = problem.expected === undefined ? '' : `; expected ${problem.expected}`;
  const hint = problem.hint === undefined ? '' : `; ${problem.hint}`;
  return start + expected + hint;
}

/**
 * A mistake of the user: a setting, a file, a name, an address. The command line prints all problems without a stack and
 * exits with `exitCode`. Any other error is a bug of ours.
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

/** Returns the value of a promise. Adds the problems of a UserError to `problems`, once each, and returns undefined. */
export async function gather<T>(promise: Promise<T>, problems: Problem[]): Promise<T | undefined> {
  try {
    return await promise;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const known = new Set(problems.map(formatProblem));
    problems.push(...error.problems.filter((problem) => !known.has(formatProblem(problem))));
    return undefined;
  }
}

/** Returns the code of an error of Node.js, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}
