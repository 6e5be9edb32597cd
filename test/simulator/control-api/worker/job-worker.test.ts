import { expect, onTestFinished, test } from 'vitest';
import {
  createJobWorker,
  idleMs,
  type JobWorker,
  maxJobMs,
} from '../../../../src/simulator/control-api/worker/job-worker.ts';
import { createHandClock } from '../../../support/hand-clock.ts';

const job = { kind: 'open', name: 'pending', catalog: {}, seed: 1 } as const;

/** A program of a thread that does this with each job. */
function program(body: string): URL {
  const text = `import { parentPort, resourceLimits, threadId } from 'node:worker_threads';
    parentPort.on('message', (job) => { ${body} });`;
  return new URL(`data:text/javascript,${encodeURIComponent(text)}`);
}

function openWorker(options: Omit<Parameters<typeof createJobWorker>[0], 'clock'>) {
  const clock = createHandClock();
  const worker = createJobWorker({ clock, ...options });
  onTestFinished(() => worker.end());
  return { clock, worker };
}

const replyWithThread = program("parentPort.postMessage({ kind: 'done', result: threadId });");
const threadOf = (worker: JobWorker): Promise<unknown> => worker.run<'open'>(job);

test('one thread does jobs one after the other, in order', async () => {
  const { worker } = openWorker({ file: replyWithThread });
  const threads = await Promise.all([1, 2, 3].map(() => threadOf(worker)));
  expect(new Set(threads).size).toBe(1);
});

test('the thread ends when it was idle for 5 s, and the next job starts another', async () => {
  const { worker, clock } = openWorker({ file: replyWithThread });
  const first = await threadOf(worker);
  clock.advance(idleMs - 1);
  expect(await threadOf(worker)).toBe(first);
  clock.advance(idleMs - 1);
  expect(await threadOf(worker)).toBe(first);
  clock.advance(idleMs);
  expect(await threadOf(worker)).not.toBe(first);
});

test.each([
  ['throws', "throw new Error('planted')", 'planted'],
  ['exits', 'process.exit(3)', 'the worker ended with exit code 3'],
  ['replies with an error', "parentPort.postMessage({ kind: 'failed', error: new Error('sent') })", 'sent'],
])('a job fails if its thread %s, and the next one is done', async (_, body, message) => {
  const { worker } = openWorker({
    file: program(
      `if (job.seed === 0) { ${body} } else parentPort.postMessage({ kind: 'done', result: 1 });`,
    ),
  });
  const failing = worker.run<'open'>({ ...job, seed: 0 });
  const next = worker.run<'open'>(job);
  await expect(failing).rejects.toThrow(message);
  expect(await next).toBe(1);
});

test('a job fails if its thread cannot start', async () => {
  const { worker } = openWorker({ file: new URL('no-such-file.ts', import.meta.url) });
  await expect(worker.run(job)).rejects.toThrow('no-such-file.ts');
  await expect(worker.run(job)).rejects.toThrow('no-such-file.ts');
});

test('a job that needs more memory than its thread may use is refused in one sentence', async () => {
  const { worker } = openWorker({
    file: program('const all = []; for (;;) all.push([job]);'),
    maxHeapMb: 16,
  });
  await expect(worker.run(job)).rejects.toMatchObject({
    name: 'UserError',
    message:
      'the scenario or body needs more than 16 MiB of memory, the limit of the simulator; ' +
      'expected fewer orders, or a higher limit',
  });
});

test('a thread has half of what is free in the container', async () => {
  const file = program(
    "parentPort.postMessage({ kind: 'done', result: resourceLimits.maxOldGenerationSizeMb });",
  );
  const { worker } = openWorker({ file, free: () => 60 * 1024 ** 2 });
  expect(await worker.run<'open'>(job)).toBe(30);
});

test('without 16 MiB of room, the idle thread ends; a job is done by another one, or refused if there is still no room', async () => {
  const readings: (string | undefined)[] = [];
  const needed: (number | undefined)[] = [];
  const refusal = (bytes?: number) => {
    needed.push(bytes);
    return readings.shift();
  };
  const { worker } = openWorker({ file: replyWithThread, memory: { refusal, released: () => {} } });
  const first = await threadOf(worker);
  expect(await threadOf(worker)).toBe(first);
  readings.push('full');
  expect(await threadOf(worker)).not.toBe(first);
  readings.push('full', 'full');
  await expect(worker.run(job)).rejects.toThrow(
    'There is no room to read large bodies or to generate orders: full',
  );
  expect(new Set(needed)).toEqual(new Set([16 * 1024 ** 2]));
});

test('the end of the worker ends its thread, fails the job that it does, and refuses others', async () => {
  const { worker, clock } = openWorker({ file: program('') });
  const running = worker.run(job);
  const failing = expect(running).rejects.toThrow(/the worker ended|the simulator has stopped/);
  await worker.end();
  await failing;
  await expect(worker.run(job)).rejects.toThrow('the simulator has stopped');
  expect(clock.sleepers).toBe(0);
});

test('a job ends after 10 s with a clear refusal, and the next one is done', async () => {
  const { worker, clock } = openWorker({
    file: program("if (job.seed > 0) parentPort.postMessage({ kind: 'done', result: 1 });"),
  });
  const late = worker.run<'open'>({ ...job, seed: 0 });
  const refused = expect(late).rejects.toMatchObject({
    name: 'UserError',
    message: expect.stringContaining('needs more than 10 s to be read, the limit of the simulator'),
  });
  const next = worker.run<'open'>(job);
  await clock.untilAsleep(1);
  clock.advance(maxJobMs);
  await refused;
  expect(await next).toBe(1);
});

test('a job ends with its client, whether it runs or waits, and the next one is done', async () => {
  const { worker } = openWorker({
    file: program("if (job.seed > 0) parentPort.postMessage({ kind: 'done', result: 1 });"),
  });
  await worker.run<'open'>(job);
  const client = new AbortController();
  const jobs = [0, 1].map((seed) => worker.run<'open'>({ ...job, seed }, client.signal));
  const refused = Promise.all(jobs.map((one) => expect(one).rejects.toThrow('the client left')));
  const next = worker.run<'open'>(job);
  client.abort();
  await refused;
  expect(await next).toBe(1);
});
