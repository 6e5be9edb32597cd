import type { Command } from 'commander';
import { checkCommand } from '../../src/cli/check.ts';
import type { CommandContext } from '../../src/cli/command-context.ts';
import { type Clock, machineClock } from '../../src/clock.ts';

/** What a command printed, and its exit code. */
export type Run = { readonly out: string; readonly err: string; readonly code: number };

type Given = { readonly env?: Readonly<Record<string, string>>; readonly cwd?: string };

/** Starts a command in this process, with a context of its own. */
export function startHere(
  create: (context: CommandContext) => Command,
  args: readonly string[],
  { env = {}, cwd = process.cwd() }: Given = {},
) {
  const run = { out: '', err: '', code: 0 };
  const looks = new Set<() => void>();
  let interrupt = (): void => {};
  const command = create({
    env: { PATH: process.env.PATH, ...env },
    cwd,
    clock: machineClock,
    out: { write: (text) => (run.out += text) },
    err: {
      write: (text) => {
        run.err += text;
        for (const look of looks) look();
      },
    },
    onInterrupt: (end) => {
      interrupt = end;
    },
    onExit: () => {},
    setExitCode: (code) => {
      run.code = code;
    },
  });
  const ended = command
    .exitOverride()
    .configureOutput({ outputError: () => {}, writeOut: () => {} })
    .parseAsync(args, { from: 'user' })
    .then((): Run => run);
  ended.catch(() => {});
  return {
    /** Rejects with the UserError of the command. */
    ended,
    interrupt: (): void => interrupt(),
    /** Resolves with the match of a pattern in what was printed to stderr. */
    said: (pattern: RegExp): Promise<RegExpExecArray> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const match = pattern.exec(run.err);
          if (match !== null) resolve(match);
        };
        looks.add(look);
        ended.then(() => reject(new Error(`ended without ${pattern}: ${run.err}`)), reject);
        look();
      }),
  };
}

/** Only the second before the first DELETE of a check passes at once. */
const checkClock: Clock = {
  ...machineClock,
  sleep: async (ms, signal) => {
    if (ms <= 500 || ms > 1000) await machineClock.sleep(ms, signal);
  },
};

/** Runs `check` in this process. */
export function check(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return startHere((context) => checkCommand({ ...context, clock: checkClock }), args, { env }).ended;
}
