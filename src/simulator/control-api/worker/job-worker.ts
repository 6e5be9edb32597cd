import type { Clock } from '../../../clock.ts';
import { type MemoryGuard, noMemoryGuard } from '../../../http/memory-guard.ts';
import { UserError } from '../../../user-error.ts';
import type { Job, JobResults, Reply } from './job.ts';
import type { Thread, ThreadOptions } from './start-thread.ts';

/** A thread for long work, so that it delays no other request. */
export type JobWorker = ReturnType<typeof createJobWorker>;

/** The thread ends, which frees its memory, when it had no job for this time. */
export const idleMs = 5_000;
export const maxJobMs = 10_000;
/** What a thread and the orders that it returns need beyond the room of state, in bytes. */
const roomOfThread = 16 * 1024 ** 2;

/** A job is refused, because there is no memory for a thread. */
export class NoRoomError extends UserError {}

/** Creates a worker. Its thread starts with the first job; an error in a thread ends it, and the next job starts another. */
export function createJobWorker({
  clock,
  memory = noMemoryGuard,
  ...options
}: ThreadOptions & { readonly clock: Clock; readonly memory?: MemoryGuard | undefined }) {
  let thread: Thread | undefined;
  let ended = false;
  let idle = new AbortController();
  let last: Promise<unknown> = Promise.resolve();

  /** A thread that has nothing to do may hold the room itself. */
  const makeRoom = async (): Promise<void> => {
    if (memory.refusal(roomOfThread) !== undefined) await endThread();
    const full = memory.refusal(roomOfThread);
    if (full === undefined) return;
    throw new NoRoomError({ what: `There is no room to read large bodies or to generate orders: ${full}` });
  };
  const start = async (): Promise<Thread> => {
    const { startThread } = await import('./start-thread.ts');
    const started = startThread(options, () => {
      if (thread === started) thread = undefined;
    });
    return started;
  };
  const endThread = async (): Promise<void> => {
    idle.abort();
    const running = thread;
    thread = undefined;
    await running?.worker.terminate();
  };
  const endWhenIdle = (): void => {
    const waiting = new AbortController();
    idle = waiting;
    void clock.sleep(idleMs, waiting.signal).then(() => (waiting.signal.aborted ? undefined : endThread()));
  };
  /** Ends the thread if its job takes too long, or its client has left. */
  const cancel = async (done: AbortSignal, gone: AbortSignal | undefined): Promise<never> => {
    await clock.sleep(maxJobMs, gone === undefined ? done : AbortSignal.any([done, gone]));
    if (!done.aborted) void endThread();
    throw gone?.aborted === true ? noClient : tooLong;
  };
  const runNow = async (job: Job, signal: AbortSignal | undefined): Promise<unknown> => {
    if (signal?.aborted === true) throw noClient;
    idle.abort();
    await makeRoom();
    thread ??= ended ? undefined : await start();
    const running = thread;
    // It may stop while the thread starts.
    if (ended) await endThread();
    if (ended || running === undefined) throw new Error('the simulator has stopped');
    const done = new AbortController();
    try {
      return resultOf(await Promise.race([ask(running, job), cancel(done.signal, signal)]));
    } finally {
      done.abort();
      if (thread !== undefined) endWhenIdle();
    }
  };
  return {
    /**
     * Does a job after those before it. Throws a UserError for problems of the input, also if its work needs more memory
     * than this process may use or more time than `maxJobMs`, and any other error if the thread cannot start or ends by itself.
     *
     * @param signal ends the job when it aborts: its client has left
     */
    run: <Kind extends Job['kind']>(job: Extract<Job, { kind: Kind }>, signal?: AbortSignal) => {
      const result = last.then(() => runNow(job, signal));
      last = result.catch(() => undefined);
      return result as Promise<JobResults[Kind]>;
    },
    /** Ends the thread, if it runs. No job can be done afterwards. */
    end: (): Promise<void> => {
      ended = true;
      return endThread();
    },
  };
}

const noClient = new UserError({ what: 'the client left before its work was done' });
const tooLong = new UserError({
  what: `the scenario or body needs more than ${maxJobMs / 1000} s to be read, the limit of the simulator`,
  expected: 'fewer orders, or JSON in place of YAML',
});

/** Sends a job. Rejects if the thread ends before it replies. */
async function ask({ worker, maxHeapMb }: Thread, job: Job): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>();
  const fail = (error: Error & { code?: string }): void =>
    reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? outOfMemory(maxHeapMb) : error);
  const exit = (code: number): void => reject(new Error(`the worker ended with exit code ${code}`));
  worker.on('message', resolve).on('messageerror', fail).on('error', fail).on('exit', exit);
  try {
    worker.postMessage(job);
    return await promise;
  } finally {
    worker.off('message', resolve).off('messageerror', fail).off('error', fail).off('exit', exit);
  }
}

function resultOf(reply: Reply): unknown {
  if (reply.kind === 'refused') throw new UserError(reply.problems);
  if (reply.kind === 'failed') throw reply.error;
  return reply.result;
}

function outOfMemory(maxHeapMb: number): UserError {
  return new UserError({
    what: `the scenario or body needs more than ${maxHeapMb} MiB of memory, the limit of the simulator`,
    expected: 'fewer orders, or a higher limit',
  });
}
