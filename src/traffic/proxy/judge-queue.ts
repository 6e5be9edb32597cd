import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Report } from '../../contract/report.ts';
import type { Observer } from './observer.ts';
import { whyNotJudged } from './place-request.ts';
import type { ProxiedExchange } from './proxied-exchange.ts';

/** How many exchanges, and bytes of responses, may wait to be judged. */
const mostWaiting = 2_000;
const mostWaitingBytes = 32 * 1024 ** 2;

/**
 * Judges exchanges after their responses, one in each turn of the event loop. Those that arrive when the queue is full are only
 * counted.
 *
 * @param onFailed called at most once, when judging fails. Nothing is judged any more, and `report` rejects
 */
export function createJudgeQueue(observer: Observer, upstreamPath: string, onFailed: (cause: Error) => void) {
  const waiting: (() => unknown)[] = [];
  let received = 0;
  let judged = 0;
  let waitingBytes = 0;
  let failure: Error | undefined;
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await next();
        await nextTurn();
      }
    } catch (error) {
      failure = error as Error;
      onFailed(failure);
    }
    running = undefined;
  };
  const add = (work: () => unknown): void => {
    if (failure !== undefined) return;
    waiting.push(work);
    running ??= run();
  };
  return {
    /** Queues an exchange and returns at once. */
    onExchange(exchange: ProxiedExchange): void {
      const why = whyNotJudged(exchange, upstreamPath);
      if (why !== undefined) {
        observer.pass(exchange, why);
        return;
      }
      received += 1;
      const bytes = exchange.outcome.kind === 'responded' ? exchange.outcome.response.content.length : 0;
      if (waiting.length >= mostWaiting || waitingBytes + bytes > mostWaitingBytes) {
        observer.pass(exchange, 'overflow');
        return;
      }
      waitingBytes += bytes;
      add(async () => {
        await observer.judge(exchange);
        waitingBytes -= bytes;
        judged += 1;
      });
    },
    /** Returns the report of what was forwarded so far. Rejects if judging has failed, with how much was judged. */
    async report(): Promise<Report> {
      for (; running !== undefined; ) await running;
      if (failure === undefined) return observer.report();
      const what = `judging failed after ${judged} of ${received} exchanges, so there is no report`;
      throw new Error(`${what}: ${failure.message}`, { cause: failure });
    },
    forgetOrders: () => add(() => observer.forgetOrders()),
  };
}
