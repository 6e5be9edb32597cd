import { expect, test } from 'vitest';
import { readCriteria } from '../../src/checker/criteria.ts';
import { startObserving } from '../../src/proxy/observe/thread/start-observing.ts';
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
  const { report } = await observing.report(0);
  expect(report).toMatchObject({ exchangesJudged: 2, exitCode: 3, incomplete: { kind: 'failed' } });
  expect(report.notes).toEqual([
    '1 request of no operation of the contract: forwarded, not judged',
    '1 request beyond those that could be judged in time: not judged',
  ]);
  // The exchange of the proxy is not transferred away.
  expect(kept?.toString()).toBe('[{"id":12}]');
  // There is room again.
  observing.onExchange(list({ number: 5, status: 500 }));
  expect((await observing.report(0)).report).toMatchObject({ exchangesJudged: 3, exitCode: 1 });
  await observing.end();
});

test('a report of a thread that fails is an error, and the proxy goes on', async () => {
  const file = new URL('data:text/javascript,throw new Error("no thread")');
  const observing = startObserving({ ...options, file });
  observing.onExchange(list());
  await expect(observing.report(0)).rejects.toThrow('no thread');
  observing.onExchange(list());
});
