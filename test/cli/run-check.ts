import { checkCommand } from '../../src/cli/check.ts';
import { type Clock, machineClock } from '../../src/clock.ts';
import { type Run, startHere } from './run-here.ts';

/** Only the second before the first DELETE of a check passes at once. */
const clock: Clock = {
  ...machineClock,
  sleep: async (ms, signal) => {
    if (ms <= 500 || ms > 1000) await machineClock.sleep(ms, signal);
  },
};

/** Runs `check` in this process. */
export function check(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Run> {
  return startHere((context) => checkCommand({ ...context, clock }), args, { env }).ended;
}
