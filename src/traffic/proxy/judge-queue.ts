import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Report } from '../../contract/report.ts';
import { createObserver, type Observer, type ObserverOptions, type PassedExchange } from './observer.ts';
import { type NotJudged, observeUnplaced, whyNotJudged } from './place-request.ts';
import type { ProxiedExchange } from './proxied-exchange.ts';

export type JudgeOptions = ObserverOptions & {
  /** Called at most once, when judging fails. Nothing is judged any more, and `report` rejects. */
  readonly onFailed?: ((cause: Error) => void) | undefined;
  /** @default createObserver */
  readonly open?: ((options: ObserverOptions) => Promise<Observer>) | undefined;
};

/** How many exchanges, and bytes of responses, may wait to be judged. */
const mostWaiting = 2_000;
const mostWaitingBytes = 32 * 1024 ** 2;

/** Judges exchanges after their responses, one in each turn of the event loop. What arrives when the queue is full is only counted. */
export function createJudgeQueue({ onFailed, open = createObserver, ...options }: JudgeOptions) {
  const waiting: (() => Promise<void>)[] = [];
  const counts = { received: 0, judged: 0 };
  let waitingBytes = 0;
  let failure: Error | undefined;
  const { upstreamPath } = options;
  const observer = open(options);
  let opened: Observer | undefined;
  observer.then((one) => (opened = one), fail);
  let running: Promise<void> | undefined;

  function fail(cause: Error): void {
    if (failure === undefined) onFailed?.(cause);
    failure ??= cause;
    waiting.length = 0;
  }
  const run = async (): Promise<void> => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        await next();
        await nextTurn();
      }
    } catch (error) {
      fail(error as Error);
    }
    running = undefined;
  };
  const add = (work: (to: Observer) => unknown): void => {
    if (failure !== undefined) return;
    waiting.push(async () => void (await work(await observer)));
    running ??= run();
  };
  /** Counts an exchange that is not judged, without a turn of its own. */
  const pass = (passed: PassedExchange): void => {
    if (opened === undefined || failure !== undefined) add((to) => to.pass(passed));
    else opened.pass(passed);
  };
  return {
    /** Queues an exchange and returns at once. */
    onExchange(exchange: ProxiedExchange): void {
      const why = whyNotJudged(exchange, upstreamPath);
      if (why === undefined) counts.received += 1;
      const bytes = exchange.outcome.kind === 'responded' ? exchange.outcome.response.bytes.length : 0;
      const isFull = waiting.length >= mostWaiting || waitingBytes + bytes > mostWaitingBytes;
      if (why !== undefined || isFull) {
        const passed = describePassed(exchange, why ?? 'overflow', upstreamPath);
        pass(passed);
        return;
      }
      waitingBytes += bytes;
      add(async (to) => {
        await to.judge(exchange);
        waitingBytes -= bytes;
        counts.judged += 1;
      });
    },
    /** Returns the report of what was forwarded so far. Rejects if judging has failed, with how much was judged. */
    async report(): Promise<Report> {
      for (; running !== undefined; ) await running;
      await observer.catch(() => {});
      if (failure === undefined && opened !== undefined) return opened.report();
      const what = `judging failed after ${counts.judged} of ${counts.received} exchanges, so there is no report`;
      throw new Error(`${what}: ${failure?.message}`, { cause: failure });
    },
    forgetOrders: () => add((to) => to.forgetOrders()),
  };
}

function describePassed(exchange: ProxiedExchange, why: NotJudged, upstreamPath: string): PassedExchange {
  const { number, outcome } = exchange;
  const noConnection = outcome.kind === 'upstream-failed' && !outcome.connected ? outcome.reason : undefined;
  const seen = why === 'other' ? observeUnplaced(exchange, upstreamPath) : [];
  return { number, why, noConnection, seen };
}
