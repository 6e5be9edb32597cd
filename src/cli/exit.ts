import { setTimeout as sleep } from 'node:timers/promises';
import { inspect } from 'node:util';
import { codeOf, formatProblem, UserError } from '../user-error.ts';

export type Exit = { readonly lines: readonly string[]; readonly exitCode: number };

/**
 * Returns how an error ends the process: a user error prints one line per problem; an error of the command line parser
 * exits with 2; any other error is a bug and exits with 70, with the stack if `debug` is true.
 */
export function exitFor(error: unknown, debug: boolean): Exit {
  if (error instanceof UserError) {
    const lines = error.problems.map((problem) => `error: ${formatProblem(problem)}`);
    return { lines, exitCode: error.exitCode };
  }
  if (isParserError(error)) {
    // `--help` and `--version` throw too, after printing.
    if (error.exitCode === 0) return { lines: [], exitCode: 0 };
    return { lines: [parserLine(error.message)], exitCode: 2 };
  }
  const message = error instanceof Error ? error.message : String(error);
  const lines = [
    `error: this is a bug in store-orders-sim: ${message.split('\n', 1)[0]}`,
    debug
      ? inspect(error)
      : 'hint: run again with --debug or SIM_DEBUG=1 to print the stack, and report the bug',
  ];
  return { lines, exitCode: 70 };
}

// Recognized by its code, so that an error of another command does not load commander.
function isParserError(error: unknown): error is Error & { readonly exitCode: number } {
  return codeOf(error)?.startsWith('commander.') === true;
}

/** Rewrites a message of commander in the form of `formatProblem`, with a hint. */
function parserLine(message: string): string {
  const text = message.replace(/^error: /, '').replace(/\.$/, '');
  const near = text.replace(/\s*\(Did you mean ([^)]*)\)/, '; did you mean $1');
  return near === text ? `error: ${text}; see --help` : `error: ${near}`;
}

/**
 * Exits once everything that was written to stdout and stderr has reached its reader. `process.exit` drops what a pipe
 * has not accepted yet, which is all but the first 64 KiB if the reader is slow. After `deadline` it drops the rest.
 */
export async function exitFlushed(code: number, deadline?: Promise<unknown>): Promise<never> {
  const all = Promise.all([process.stdout, process.stderr].map(flushed));
  await Promise.race(deadline === undefined ? [all] : [all, deadline]);
  return process.exit(code);
}

/** Resolves when the stream is empty, also if its reader has closed it. */
function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => void stream.write('', () => resolve()));
}

/** The signals that stop a server, and its exit code if a second one arrives: 128 + the signal's number. */
const codes = { SIGTERM: 143, SIGINT: 130 } as const;

/**
 * Runs `stop` on the first SIGTERM or SIGINT and then exits with 0. A second signal exits at once with 143 or 130. If
 * `stop` rejects, the error is uncaught.
 */
export function stopOnSignal(stop: (signal: keyof typeof codes) => Promise<void>): void {
  // Nobody may read the output of a server, which must end all the same.
  onFirst(codes, (signal) => void stop(signal).then(() => exitFlushed(0, sleep(1000))));
}

/** Calls `end` on the first SIGINT, SIGTERM or SIGHUP, which a terminal sends that closes. A second signal exits at once with 130. */
export function onInterrupt(end: () => void): void {
  onFirst({ SIGINT: 130, SIGTERM: 130, SIGHUP: 130 }, end);
}

function onFirst<Signal extends NodeJS.Signals>(
  exitCodes: Readonly<Record<Signal, number>>,
  act: (signal: Signal) => void,
): void {
  let acted = false;
  for (const signal of Object.keys(exitCodes) as Signal[])
    process.on(signal, () => {
      if (acted) process.exit(exitCodes[signal]);
      acted = true;
      act(signal);
    });
}
