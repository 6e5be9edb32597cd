import { Worker } from 'node:worker_threads';
import type { Report, ReportedFinding } from '../../../../contract/report.ts';
import type { Problem } from '../../../../user-error.ts';
import type { ProxiedExchange } from '../../proxied-exchange.ts';
import type { PassedExchange } from '../observer.ts';
import { type NotJudged, observeUnplaced, whyNotJudged } from '../place-request.ts';
import type { FromThread, ThreadData, ToThread } from './messages.ts';
import { sendExchange, withBuffers } from './sent-buffers.ts';
import { threadFile } from './thread-file.ts';

export type ObservingOptions = ThreadData & {
  /** Called once, with the first findings that make the exit code 1. */
  readonly onBroken?: ((findings: readonly ReportedFinding[]) => void) | undefined;
  /** Called at most once, when the thread fails. Nothing is judged any more, and `report` rejects. */
  readonly onFailed?: ((cause: Error) => void) | undefined;
  /** Starts what judges. @default a thread of this package */
  readonly startJudge?: StartJudge | undefined;
  /** How many exchanges may wait to be judged. @default 2000 */
  readonly maxWaiting?: number;
  /** How many bytes of content may wait. @default 128 MiB */
  readonly maxWaitingBytes?: number;
};

/** A thread, or the port of what judges in this one. */
export type Judge = Pick<Worker, 'on' | 'postMessage' | 'terminate'>;

export type StartJudge = (data: ThreadData) => Judge;

const startThread: StartJudge = (data) => new Worker(threadFile, { workerData: data });

/** The report of a proxy, and what went wrong with the file of `--save`. */
export type ObservedReport = { readonly report: Report; readonly problems: readonly Problem[] };

/** Starts a thread that judges traffic, so that it delays no request. What arrives before it is ready waits; if it cannot start, `report` rejects. */
export function startObserving(options: ObservingOptions) {
  const {
    onBroken,
    onFailed,
    startJudge = startThread,
    maxWaiting = 2_000,
    maxWaitingBytes = 128 * 1024 ** 2,
    ...data
  } = options;
  const worker = startJudge(data);
  /** The bytes of what waits to be judged, in its order. */
  const waiting: number[] = [];
  let waitingBytes = 0;
  const reports: ((reported: ObservedReport) => void)[] = [];
  const failure = Promise.withResolvers<never>();
  const counts = { received: 0, judged: 0 };
  let over = false;
  const fail = (cause: Error): void => {
    failure.reject(cause);
    if (!over) onFailed?.(cause);
    over = true;
  };
  failure.promise.catch(() => {});
  watchEnd(worker, fail);
  worker.on('message', (message: FromThread) => {
    if (message.kind === 'judged') {
      counts.judged += 1;
      waitingBytes -= waiting.shift() ?? 0;
    } else if (message.kind === 'broken') onBroken?.(message.findings);
    else reports.shift()?.({ report: withBuffers(message.report), problems: message.problems });
  });
  const send = (message: ToThread, transfer: ArrayBuffer[] = []): void =>
    worker.postMessage(message, transfer);
  return {
    /** Queues an exchange and returns at once. An exchange for which there is no room is only counted. */
    onExchange(exchange: ProxiedExchange) {
      const why = whyNotJudged(exchange, data.upstreamPath);
      if (why === undefined) counts.received += 1;
      if (over) return;
      const bytes = contentBytes(exchange);
      const isFull = waiting.length >= maxWaiting || waitingBytes + bytes > maxWaitingBytes;
      if (why !== undefined || isFull)
        return send({ kind: 'pass', passed: describePassed(exchange, why ?? 'overflow', data.upstreamPath) });
      waiting.push(bytes);
      waitingBytes += bytes;
      const [sent, transfer] = sendExchange(exchange);
      send({ kind: 'judge', exchange: sent }, transfer);
    },
    /** Returns the report of what was forwarded so far. Rejects if the thread has failed, with how much it had judged. */
    report(): Promise<ObservedReport> {
      const { promise, resolve } = Promise.withResolvers<ObservedReport>();
      reports.push(resolve);
      send({ kind: 'report' });
      return Promise.race([promise, failure.promise]).catch((cause: Error) => {
        throw withCounts(cause, counts);
      });
    },
    forgetOrders: () => send({ kind: 'forget-orders' }),
    end: async (): Promise<void> => {
      over = true;
      await worker.terminate();
    },
  };
}

/** Calls `fail` when a thread has ended, after its last message: an error may arrive before that. */
function watchEnd(worker: Judge, fail: (cause: Error) => void): void {
  let thrown: Error | undefined;
  worker.on('error', (error) => {
    thrown = error;
  });
  worker.on('exit', (code) => fail(thrown ?? new Error(`it exited with ${code}`)));
  worker.on('messageerror', fail);
}

function describePassed(exchange: ProxiedExchange, why: NotJudged, upstreamPath: string): PassedExchange {
  const { number, outcome } = exchange;
  const noConnection = outcome.kind === 'upstream-failed' && !outcome.connected ? outcome.reason : undefined;
  const seen = why === 'other' ? observeUnplaced(exchange, upstreamPath) : [];
  return { number, why, noConnection, seen };
}

function withCounts(
  cause: Error,
  { judged, received }: { readonly judged: number; readonly received: number },
): Error {
  const what = `the thread that judges failed after ${judged} of ${received} exchanges, so there is no report`;
  return new Error(`${what}: ${cause.message}`, { cause });
}

function contentBytes({ request, outcome }: ProxiedExchange): number {
  const response = outcome.kind === 'responded' ? (outcome.response.content.kept?.length ?? 0) : 0;
  return (request.content.kept?.length ?? 0) + response;
}
