import { checkCommand } from '../../src/cli/check.ts';
import { type Clock, machineClock } from '../../src/clock.ts';

/** The output and the exit code of `check`. */
export type CheckRun = { readonly out: string; readonly err: string; readonly code: number };

/** Only the second before the first DELETE of a check passes at once. */
const withoutSettling: Clock = {
  ...machineClock,
  sleep: async (ms, signal) => {
    if (ms <= 500 || ms > 1000) await machineClock.sleep(ms, signal);
  },
};

/** Runs `check` in this process with its own context. */
export async function check(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CheckRun> {
  let [out, err, code] = ['', '', 0];
  const command = checkCommand({
    env,
    out: { write: (text) => (out += text) },
    err: { write: (text) => (err += text) },
    clock: withoutSettling,
    onInterrupt: () => {},
    setExitCode: (given) => {
      code = given;
    },
  });
  await command
    .exitOverride()
    .configureOutput({ outputError: () => {} })
    .parseAsync(args, { from: 'user' });
  return { out, err, code };
}
