import type { Variables } from '../options/setting-sources.ts';
import { readMatrixVariables } from '../options/settings.ts';
import { onInterrupt } from './exit.ts';

type Output = {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
};

/** The parts of the process that a command uses which runs the user's tests. */
export type CommandContext = {
  /** The variables of this process, which COMMAND inherits. */
  readonly env: Variables;
  readonly cwd: string;
  readonly out: Output;
  readonly err: Output;
  /** Calls `end` when the user interrupts. */
  readonly onInterrupt: (end: () => void) => void;
  /** Calls `end` before this process ends, whatever the reason. */
  readonly onExit: (end: () => void) => void;
  readonly setExitCode: (code: number) => void;
};

/** Returns the parts of this process. A second interrupt ends it. */
export function processContext(): CommandContext {
  return {
    env: readMatrixVariables(),
    cwd: process.cwd(),
    out: process.stdout,
    err: process.stderr,
    onInterrupt,
    onExit: (end) => void process.once('exit', end),
    setExitCode: (code) => {
      process.exitCode = code;
    },
  };
}
