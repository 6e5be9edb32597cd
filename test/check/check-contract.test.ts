import { createServer } from 'node:http';
import { connect, createServer as createSocketServer } from 'node:net';
import { pipeline } from 'node:stream';
import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import type { Report } from '../../src/contract/report.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';
import { advancingClock, createTestClock } from '../support/test-clock.ts';
import { errorWire, serverKey, startTinyServer, type Twist, type Wire } from './mutants/honest-server.ts';
import { rewire } from './mutants/mutant.ts';

type Options = Partial<Parameters<typeof checkContract>[0]>;

/** Checks a tiny service and returns the report and the requests that it received. */
async function check(twist: Twist, given: Options = {}) {
  await using server = await startTinyServer(twist);
  const options = { url: server.url, apiKey: serverKey, clock: advancingClock(), ...given };
  return { report: await checkContract(options), requests: server.requests };
}

const always = (change: (wire: Wire) => Partial<Wire>): Twist => rewire(() => true, change);

function resultOf(report: Report, rule: string) {
  return report.rules.find((result) => result.rule === rule);
}

test('reports that nothing listens after one request, with exit code 3', async () => {
  const url = `http://127.0.0.1:${closedPort}/v1`;
  const report = await checkContract({ url, apiKey: 'key' });
  expect(report.incomplete).toMatchObject({ kind: 'unreachable' });
  expect(report.incomplete?.message).toMatch(/cannot be reached: Nothing listens at/);
  expect(report.exchanges).toHaveLength(1);
  expect(report.rules.every(({ kind }) => kind === 'not-exercised')).toBe(true);
  expect(report.exitCode).toBe(3);
});

test('reports a wrong key if every response is 401, and no broken rule about the key', async () => {
  const { report, requests } = await check(
    {},
    { apiKey: 'some-other-key', level: 'cancel', pendingIds: [101n] },
  );
  expect(report.incomplete?.kind).toBe('wrong-key');
  expect(report.findings).toEqual([]);
  expect(resultOf(report, 'R04')).toMatchObject({ kind: 'not-exercised' });
  expect(report.exitCode).toBe(3);
  expect(requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

const html = '<!DOCTYPE html><html><body>Hello</body></html>';

test.each([
  ['responds with 404 everywhere', always(() => errorWire(404, 'x', 'y')), /another service \(404/],
  [
    'returns a page',
    always(() => ({ status: 200, headers: [['Content-Type', 'text/html']], body: html })),
    /HTML/,
  ],
  [
    'redirects',
    always(() => ({ status: 301, headers: [['Location', 'https://www.example/']], body: '' })),
    /example/,
  ],
])(
  'reports that a target that %s looks like another service, and judges nothing',
  async (_what, twist, message) => {
    const { report } = await check(twist, { level: 'probe' });
    expect(report.incomplete?.kind).toBe('other-service');
    expect(report.incomplete?.message).toMatch(message);
    expect(report.findings).toEqual([]);
    expect(report.rules.every(({ kind }) => kind === 'not-exercised')).toBe(true);
    expect(report.exitCode).toBe(3);
  },
);

test('stops when aborted, with what was found so far and exit code 130', async () => {
  const controller = new AbortController();
  const broken = always((wire) => ({ headers: wire.headers.filter(([name]) => name !== 'Content-Type') }));
  const onExchange = ({ number }: { number: number }): void => {
    if (number === 3) controller.abort();
  };
  const { report, requests } = await check(broken, { level: 'probe', signal: controller.signal, onExchange });
  expect(requests).toHaveLength(3);
  expect(report.findings.length).toBeGreaterThan(0);
  expect(report.incomplete?.kind).toBe('aborted');
  expect(report.exitCode).toBe(130);
});

test('ends at the total time with what was found so far: exit code 1 for a violation, otherwise 3', async () => {
  const clock = createTestClock();
  const broken = always((wire) => ({ headers: wire.headers.filter(([name]) => name !== 'Content-Type') }));
  for (const [twist, exitCode] of [[broken, 1] as const, [{}, 3] as const]) {
    const onExchange = ({ number }: { number: number }): void => {
      if (number === 3) void clock.advance(60_000);
    };
    const { report, requests } = await check(twist, { totalTimeoutMs: 60_000, clock, onExchange });
    expect(requests).toHaveLength(3);
    expect(report.incomplete).toEqual({
      kind: 'total-timeout',
      message: expect.stringContaining('did not end in its total time: raise --total-timeout'),
    });
    expect(report.exitCode).toBe(exitCode);
  }
});

test('counts the request that is under way and the wait for the target in the total time', async () => {
  const clock = createTestClock();
  await using silent = await serveHere(createServer(() => void clock.advance(300_000)));
  const slow = { url: `${silent.origin}/v1`, apiKey: 'key', timeoutMs: 600_000, clock };
  expect((await checkContract(slow)).exitCode).toBe(3);
  const report = await checkContract({ ...slow, waitSeconds: 3600 });
  expect(report.incomplete?.kind).toBe('total-timeout');
  expect(report.exchanges).toEqual([]);
});

test('waits for a target that is starting', async () => {
  await using server = await startTinyServer();
  let isStarted = false;
  const { port: back } = new URL(server.url);
  const behind = createSocketServer((socket) => {
    if (isStarted) pipeline(socket, connect(Number(back), '127.0.0.1'), socket, () => {});
    else socket.resetAndDestroy();
  });
  await using front = await serveHere(behind);
  let waits = 0;
  const onWait = (): void => {
    waits += 1;
    isStarted = true;
  };
  const [url, clock] = [`${front.origin}/v1`, advancingClock()];
  const report = await checkContract({ url, apiKey: serverKey, waitSeconds: 30, clock, onWait });
  expect([waits, report.exitCode]).toEqual([1, 0]);
});

test('waits as long as it is told to while nothing listens', async () => {
  const url = `http://127.0.0.1:${closedPort}/v1`;
  const waits: string[] = [];
  const onWait = (why: string): unknown => waits.push(why);
  const clock = advancingClock();
  const started = clock.now();
  const report = await checkContract({ url, apiKey: 'key', waitSeconds: 5, clock, onWait });
  expect(waits.length).toBeGreaterThan(1);
  expect(waits.join()).toContain('ECONNREFUSED');
  expect(clock.now() - started).toBeGreaterThanOrEqual(5_000);
  expect(report.incomplete?.kind).toBe('unreachable');
});

test('never shows a part of the key, even if a long name is cut in its middle', async () => {
  const fields = [60, 200].map((cut) => `"${'n'.repeat(cut - 12)}${serverKey}":1`);
  const body = `[{"id":1,${fields.join()}}]`;
  const { report } = await check({ wire: (wire) => (wire.status === 200 ? { ...wire, body } : wire) });
  const texts = [
    ...report.findings.map(({ where }) => where),
    ...report.gaps.map(({ observed }) => observed),
  ];
  expect(texts.filter((text) => text?.includes('[redacted]…')).length).toBeGreaterThanOrEqual(2);
  expect(texts.join()).not.toContain(serverKey.slice(0, 6));
});
