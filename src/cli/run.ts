import { wantsDebug } from '../settings/settings.ts';
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
    error.code === 'EPIPE' ? process.exit() : end(error),
  );
  try {
    await dispatch(args, start);
  } catch (error) {
    end(error);
  }
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
