import { type Clock, machineClock } from '../clock.ts';
import { processVariables, type Variables } from '../options/process-variables.ts';
import type { ExitCode } from '../user-error.ts';
import { onInterrupt } from './exit.ts';

type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
};

/** The parts of the process that commands use. */
export type CommandContext = {
  /** A command that runs the user's tests passes all of them on. */
  readonly env: Variables;
  readonly cwd: string;
  readonly out: Output;
  readonly err: Output;
  readonly clock: Clock;
  /** Calls `end` when the user interrupts. */
  readonly onInterrupt: (end: () => void) => void;
  /** Calls `end` before this process ends, whatever the reason. */
  readonly onExit: (end: () => void) => void;
  readonly setExitCode: (code: ExitCode) => void;
};

/** Returns the parts of this process. A second interrupt ends it. */
export function processContext(): CommandContext {
  return {
    env: processVariables(),
    cwd: process.cwd(),
    out: process.stdout,
    err: process.stderr,
    clock: machineClock,
    onInterrupt,
    onExit: (end) => void process.once('exit', end),
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}
