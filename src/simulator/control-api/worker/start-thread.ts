import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { freeInContainer } from '../../../http/process-memory.ts';
import { workerFile } from './worker-file.ts';

/** A thread that does jobs. It does not keep the process alive. */
export type Thread = { readonly worker: Worker; readonly maxHeapMb: number };

export type ThreadOptions = {
  /** The file that the thread runs. @default the worker of this package */
  readonly file?: URL | undefined;
  /** The maximum heap of the thread in MiB. @default that of this process, and half of what is free in its container */
  readonly maxHeapMb?: number | undefined;
  /** Returns the bytes that are free in the container. */
  readonly free?: () => number;
};

const mebibyte = 1024 ** 2;
/** A third of the default: what a thread leaves behind stays in the memory of the process for some seconds. */
const maxYoungMb = 16;

/** Starts a thread. `onEnd` is called when it ends or fails. */
export function startThread(
  { file = workerFile, maxHeapMb, free = freeInContainer }: ThreadOptions,
  onEnd: () => void,
): Thread {
  // The other half is for the thread itself, and for the orders that it returns.
  const room = Math.min(getHeapStatistics().heap_size_limit, free() / 2);
  const heapMb = maxHeapMb ?? Math.floor(room / mebibyte);
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: maxYoungMb };
  const worker = new Worker(file, { resourceLimits });
  worker.on('error', onEnd).on('exit', onEnd).unref();
  return { worker, maxHeapMb: heapMb };
}
