import { wantsDebug } from '../options/process-variables.ts';
import { UserError } from '../user-error.ts';
import { exitFlushed, exitFor } from './exit.ts';

/**
 * Runs a command line in this process. Every error ends here: it is printed to stderr and sets the exit code.
 *
 * @param program what runs it
 */
export async function run(args: readonly string[], program = runCommandLine): Promise<void> {
  const exit = async (error: unknown): Promise<never> => {
    const { lines, exitCode } = exitFor(error, wantsDebug(args));
    if (lines.length > 0) process.stderr.write(`${lines.join('\n')}\n`);
    return exitFlushed(exitCode);
  };
  process.on('uncaughtException', (error) => void exit(error));
  process.stdout.once('error', ({ code, message }: NodeJS.ErrnoException) => {
    // A reader such as `head` closed the pipe early: end as quietly as by SIGPIPE, but not as if all was well.
    if (code === 'EPIPE') process.exit(141);
    // To flush what cannot be written fails again.
    process.stdout.on('error', () => {});
    const what = `cannot be written (${code ?? message})`;
    void exit(new UserError({ where: 'stdout', what, hint: 'free some space, or redirect the output' }));
  });
  process.stderr.on('error', () => {});
  try {
    await program(args);
  } catch (error) {
    await exit(error);
  }
}

/** The health check runs every few seconds, so it bypasses the command line parser. */
async function runCommandLine(args: readonly string[]): Promise<void> {
  if (args[0] === 'healthcheck') return (await import('./healthcheck.ts')).healthcheck(args.slice(1));
  return (await import('./program.ts')).runProgram(args);
}
