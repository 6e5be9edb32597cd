import { readCheckVariables } from '../settings/check-variables.ts';
import type { CommandContext } from './run-check-command.ts';

/** The context of `check` in this very process: the first Ctrl-C ends the check, a second one the process. */
export function thisProcess(): CommandContext {
  return {
    env: readCheckVariables(),
    out: process.stdout,
    err: process.stderr,
    onInterrupt: (end) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.once(signal, () => {
          process.once(signal, () => process.exit(130));
          end();
        });
    },
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}
