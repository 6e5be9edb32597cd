import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { readCriteria } from '../../src/contract/criteria.ts';
import { startObserving } from '../../src/traffic/proxy/observe/thread/start-observing.ts';
import { cancel, list } from './forwarded.ts';

const options = {
  baseUrl: 'https://orders.example/v1',
  upstreamPath: '/v1',
  criteria: readCriteria({}),
  startedAt: 0,
  save: undefined,
};

test('judges in another thread, which gets only the bytes of an exchange, and counts what has no room', async () => {
  const observing = startObserving({ ...options, maxWaiting: 2 });
  // A part of a larger buffer, as of a socket.
  const pool = Buffer.alloc(65_536, 'x');
  const part = pool.subarray(100, 100 + pool.write('[{"id":12}]', 100));
  const first = list({ number: 1, body: part });
  const kept = first.outcome.kind === 'responded' ? first.outcome.response.content.kept : undefined;
  observing.onExchange(first);
  observing.onExchange(cancel(204, { number: 2, at: 10 }));
  observing.onExchange(list({ number: 3 }));
  observing.onExchange(list({ number: 4, target: '/other' }));
  const { report } = await observing.report();
  expect(report).toMatchObject({ exchangesJudged: 2, exitCode: 3, incomplete: { kind: 'failed' } });
  expect(report.notes).toEqual([
    '1 request of no operation of the contract: forwarded, not judged',
    '1 request beyond those that could be judged in time: not judged',
  ]);
  // The exchange of the proxy is not transferred away.
  expect(kept?.toString()).toBe('[{"id":12}]');
  // There is room again.
  observing.onExchange(list({ number: 5, status: 500 }));
  expect((await observing.report()).report).toMatchObject({ exchangesJudged: 3, exitCode: 1 });
  await observing.end();
});

test.each([
  ['throws', 'throw new Error("no thread")', 'no thread'],
  ['exits', 'process.exit(9)', 'it exited with 9'],
])(
  'a thread that %s is reported once, and each report is an error with what was judged',
  async (_how, code, why) => {
    const source = `import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ kind, exchange }) => {
      if (kind === 'judge' && exchange.number === 2) ${code};
      if (kind === 'judge') parentPort.postMessage({ kind: 'judged' });
    });`;
    const failed = Promise.withResolvers<Error>();
    let failures = 0;
    const onFailed = (cause: Error): void => {
      failures += 1;
      failed.resolve(cause);
    };
    const file = new URL(`data:text/javascript,${encodeURIComponent(source)}`);
    const observing = startObserving({ ...options, startJudge: () => new Worker(file), onFailed });
    observing.onExchange(list({ number: 1 }));
    const waiting = observing.report();
    observing.onExchange(list({ number: 2 }));
    await expect(waiting).rejects.toThrow(`failed after 1 of 2 exchanges, so there is no report: ${why}`);
    expect((await failed.promise).message).toBe(why);
    observing.onExchange(list({ number: 3 }));
    observing.onExchange(list({ number: 4, target: '/other' }));
    observing.forgetOrders();
    await expect(observing.report()).rejects.toThrow(`failed after 1 of 3 exchanges`);
    await observing.end();
    expect(failures).toBe(1);
  },
);

test('a thread that cannot start is an error of the report; one that is ended has not failed', async () => {
  const file = new URL('data:text/javascript,throw new Error("no thread")');
  await expect(startObserving({ ...options, startJudge: () => new Worker(file) }).report()).rejects.toThrow(
    'no thread',
  );
  let failures = 0;
  const onFailed = (): void => {
    failures += 1;
  };
  await startObserving({ ...options, onFailed }).end();
  expect(failures).toBe(0);
});
