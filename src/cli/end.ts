import { formatProblem, UserError } from '../shared/user-error.ts';

/** How a process ends on an error: what to say on stderr, and its exit code. */
export type End = { readonly lines: readonly string[]; readonly exitCode: number };

/**
 * Decides how an error ends the process. A user's mistake is said in a line for each problem; what the command line
 * parser refused is the user's mistake too; everything else is our bug (70), with its stack when `debug` is on.
 */
export function endOf(error: unknown, debug: boolean): End {
  if (error instanceof UserError) {
    const lines = error.problems.map((problem) => `error: ${formatProblem(problem)}`);
    return { lines, exitCode: error.exitCode };
  }
  if (isParserError(error)) {
    // Help and version were printed: nothing is wrong.
    if (error.exitCode === 0) return { lines: [], exitCode: 0 };
    return { lines: [parserLine(error.message)], exitCode: 2 };
  }
  const lines = [
    `error: this is a bug in store-orders-sim: ${messageOf(error)}`,
    debug ? stackOf(error) : 'hint: run it again with --debug (or SIM_DEBUG=1) for the stack, and report it',
  ];
  return { lines, exitCode: 70 };
}

// Known by its code, so that commander is not loaded to handle an error that it has no part in.
function isParserError(error: unknown): error is Error & { readonly exitCode: number } {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('commander.');
}

function parserLine(message: string): string {
  const text = message
    .replace(/^error: /, '')
    .replace(/\.$/, '')
    .replace(/\s*\((Did you mean [^)]*)\)/, '; $1');
  return `error: ${text.includes('; Did you mean') ? text.replace('; Did', '; did') : `${text}; see --help`}`;
}

function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n', 1)[0] ?? '';
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
