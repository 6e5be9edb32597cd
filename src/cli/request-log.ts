import { type Clock, machineClock } from '../clock.ts';
import type { Settings } from '../options/settings-table.ts';
import type { OnRequest } from '../simulator/service/reports.ts';
import type { Logger } from './logger.ts';

/** With `--log-requests some`, so many requests of a second are logged. */
export const mostPerSecond = 20;

export type RequestLog = {
  /** Undefined if no request is logged. */
  readonly onRequest: OnRequest | undefined;
  /** Logs how many requests of the current second were left out. */
  flush(): void;
};

/** Creates the log of `--log-requests`: each request, or the first 20 of each second and then the number of the others. */
export function createRequestLog(
  logger: Logger,
  which: Settings['logRequests'],
  clock: Clock = machineClock,
): RequestLog {
  const log: OnRequest = (request) => logger.info(request, 'request completed');
  if (which === 'off' || !logger.isLevelEnabled('info')) return { onRequest: undefined, flush() {} };
  if (which === 'all') return { onRequest: log, flush() {} };
  let [second, logged, leftOut] = [0, 0, 0];
  const flush = (): void => {
    const requests = leftOut;
    leftOut = 0;
    if (requests > 0) logger.info({ requests }, 'requests left out; --log-requests all logs each one');
  };
  const wants = (): boolean => {
    const now = Math.floor(clock.now() / 1000);
    if (now !== second) {
      flush();
      [second, logged] = [now, 0];
    }
    logged += 1;
    if (logged <= mostPerSecond) return true;
    leftOut += 1;
    if (leftOut === 1) void clock.sleep((second + 1) * 1000 - clock.now()).then(flush);
    return false;
  };
  return { onRequest: Object.assign(log, { wants }), flush };
}
