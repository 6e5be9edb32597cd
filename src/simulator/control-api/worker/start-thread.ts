import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import { workerFile } from './worker-file.ts';

/** A thread that does jobs. It does not keep the process alive. */
export type Thread = { readonly worker: Worker; readonly maxHeapMb: number };

/** Options of `startThread`. */
export type ThreadOptions = {
  /** The file that the thread runs. @default the worker of this package */
  readonly file?: URL | undefined;
  /** The maximum heap of the thread in MiB. @default that of this process */
  readonly maxHeapMb?: number | undefined;
};

const mebibyte = 1024 ** 2;
/** A third of the default: what a thread leaves behind stays in the memory of the process for some seconds. */
const maxYoungMb = 16;

/** Starts a thread. `onEnd` is called when it ends or fails. */
export function startThread({ file = workerFile, maxHeapMb }: ThreadOptions, onEnd: () => void): Thread {
  const heapMb = maxHeapMb ?? Math.floor(getHeapStatistics().heap_size_limit / mebibyte);
  const resourceLimits = { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: maxYoungMb };
  const worker = new Worker(file, { resourceLimits });
  worker.on('error', onEnd).on('exit', onEnd).unref();
  return { worker, maxHeapMb: heapMb };
}
