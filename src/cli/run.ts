import { wantsDebug } from '../settings/settings.ts';
import { UserError } from '../shared/user-error.ts';
import { endOf } from './end.ts';
import type { StartServing } from './serve.ts';

/**
 * Runs a command line in this process and ends it on an error: the one place where an error becomes words on stderr and
 * an exit code.
 */
export async function run(args: readonly string[], start: StartServing): Promise<void> {
  const end = (error: unknown): never => {
    const { lines, exitCode } = endOf(error, wantsDebug(args));
    if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
    process.exit(exitCode);
  };
  process.on('uncaughtException', end);
  // Whoever reads our output may stop reading, as `head` does.
  process.stdout.on('error', (error: NodeJS.ErrnoException) =>
    error.code === 'EPIPE' ? process.exit() : end(unwritableOutput(error)),
  );
  // Nobody can be told that nobody can be told.
  process.stderr.on('error', () => {});
  try {
    await dispatch(args, start);
  } catch (error) {
    end(error);
  }
}

function unwritableOutput({ code, message }: NodeJS.ErrnoException): UserError {
  const what = `cannot be written (${code ?? message})`;
  return new UserError({ where: 'stdout', what, hint: 'make room, or send the output elsewhere' });
}

/** The health check runs every few seconds: it loads nothing else, and not even the command line parser. */
async function dispatch(args: readonly string[], start: StartServing): Promise<void> {
  if (args[0] === 'healthcheck') {
    const { healthcheck } = await import('./healthcheck.ts');
    return healthcheck(args.slice(1));
  }
  const { runProgram } = await import('./program.ts');
  return runProgram(args, start);
}
