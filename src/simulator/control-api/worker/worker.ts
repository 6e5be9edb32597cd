import { parentPort } from 'node:worker_threads';
import { doJob } from './do-job.ts';
import type { Job } from './job.ts';

// The entry of the thread that `createJobWorker` starts: one job at a time.
parentPort?.on('message', async (job: Job) => {
  const [reply, buffers] = await doJob(job);
  parentPort?.postMessage(reply, buffers as ArrayBuffer[]);
});
