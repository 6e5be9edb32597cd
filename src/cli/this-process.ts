import { readCheckVariables } from '../settings/check-variables.ts';
import type { CommandSurroundings } from './run-check-command.ts';

/** The surroundings of `check` in this very process: the first Ctrl-C ends the check, a second one the process. */
export function thisProcess(): CommandSurroundings {
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
