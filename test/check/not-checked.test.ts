import { expect, test } from 'vitest';
import { checkContract } from '../../src/check/check-contract.ts';
import type { Report } from '../../src/contract/report.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { fastClock } from '../support/test-clock.ts';
import { checkWithin } from './mutants/check-within.ts';
import { errorWire, serverKey, startTinyServer, type Twist, type Wire } from './mutants/honest-server.ts';
import { serveRaw } from './outcome-of.ts';

const kindsOf = (report: Report) => new Set(report.rules.map(({ kind }) => kind));

/** A report that says nothing about the contract, and why. */
function expectNotChecked(report: Report, kind: string, message: RegExp): void {
  expect(report.incomplete).toMatchObject({ kind, message: expect.stringMatching(message) });
  expect(report.findings).toEqual([]);
  expect(kindsOf(report)).toEqual(new Set(['not-exercised']));
  expect(report.exitCode).toBe(3);
}

const busy = (status: number, ...headers: [string, string][]): Wire => ({
  status,
  headers: [['Content-Type', 'text/html'], ...headers],
  body: '<html>Bad Gateway</html>',
});

test.each([
  [429, /429 to every request: it limits the number of requests: lower --rps \(Retry-After is 7\)/],
  [502, /502 to every request: the service is not running or overloaded: start it, or use --wait/],
  [503, /503 to every request/],
  [504, /504 to every request/],
])('a target that responds with %i to everything is not checked', async (status, message) => {
  for (const level of ['observe', 'probe', 'cancel'] as const) {
    const report = await checkWithin({ wire: () => busy(status, ['Retry-After', '7']) }, level);
    expectNotChecked(report, 'unavailable', message);
    expect(report.exchanges.length).toBeLessThan(20);
    expect(report.orders.every(({ untested }) => untested === 'the target is not available')).toBe(true);
  }
});

const at =
  (place: number, status: number): NonNullable<Twist['wire']> =>
  (wire, { number }) =>
    number === place ? busy(status) : wire;

test('a response of a gateway to any one request breaks no rule, and the check is not complete', async () => {
  const { exchanges } = await checkWithin({}, 'cancel');
  for (const { number } of exchanges.filter((_, index) => index % 3 === 0)) {
    const report = await checkWithin({ wire: at(number, 503) }, 'cancel');
    expect(report.findings).toEqual([]);
    expect([number, report.exitCode]).toEqual([number, 3]);
    expect(report.incomplete?.message).toContain(`request ${number}, which got a 503`);
  }
});

test('a response of a gateway does not hide a violation of the others', async () => {
  const untyped: Twist['wire'] = (wire) => (wire.status === 401 ? { ...wire, headers: [] } : wire);
  const wire: Twist['wire'] = (given, request) => at(3, 502)(untyped(given, request), request);
  const report = await checkWithin({ wire }, 'probe');
  expect(report.rules.find(({ rule }) => rule === 'R20')).toMatchObject({ kind: 'failed' });
  expect(report.exitCode).toBe(1);
});

test.each([
  [502, true],
  [504, true],
  [429, false],
])('a named order whose cancel got a %i may be cancelled: %s', async (status, unknown) => {
  const lost: Twist = { wire: (wire) => (wire.status === 204 ? busy(status) : wire) };
  const report = await checkWithin(lost, 'cancel');
  const untested = report.orders.at(-1)?.untested;
  expect(untested).toMatch(new RegExp(`^request \\d+ got a ${status}`));
  expect(untested?.includes('unknown whether it was cancelled')).toBe(unknown);
  expect([report.findings, report.exitCode]).toEqual([[], 3]);
});

test.each([502, 503, 504])('a cancel that got a %i may remove its order from the list', async (status) => {
  const gateway: Twist = {
    wire: (wire, { orderId }) => (wire.status === 204 && orderId === '102' ? busy(status) : wire),
    list: (orders) => orders.filter(({ state }) => state !== 'cancelled'),
  };
  const report = await checkWithin(gateway, 'cancel', { pendingIds: [101n, 102n] });
  expect(report.orders.map(({ id, untested }) => [id, untested === undefined])).toContainEqual([101n, true]);
  expect([report.findings, report.exitCode]).toEqual([[], 3]);
});

test('a limit that only wrong keys reach breaks no rule about keys', async () => {
  const limit: Twist = { wire: (wire) => (wire.status === 401 ? busy(429) : wire) };
  const report = await checkWithin(limit, 'probe');
  expect(report.findings).toEqual([]);
  expect(report.incomplete).toMatchObject({
    kind: 'failed',
    message: expect.stringContaining('lower --rps'),
  });
  expect(report.exitCode).toBe(3);
});

test.each([
  ['SSH', 'SSH-2.0-OpenSSH_9.2\r\n', 'unreachable', /cannot be reached: The response begins with "SSH-2.0/],
  ['TLS', Buffer.from('15030100020246', 'hex'), 'unreachable', /so the base address probably needs https/],
  [
    'HTTPS, as Go says',
    'HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n',
    'other-service',
    /another service \(400\): check the base address, with its scheme/,
  ],
])('a target that speaks %s is not checked', async (_protocol, bytes, kind, message) => {
  await using server = await serveRaw(bytes);
  const report = await checkContract({ url: server.baseUrl, apiKey: 'key', level: 'probe' });
  expectNotChecked(report, kind, message);
});

test('a target at https that speaks plain HTTP is not checked', async () => {
  await using server = await startTinyServer();
  const report = await checkContract({ url: server.url.replace('http:', 'https:'), apiKey: serverKey });
  expectNotChecked(
    report,
    'unreachable',
    /supports no TLS version of this client .* is the base address http/,
  );
});

test.each(['least-promise', 'typical'] as const)(
  'a wrong base path is not checked, whether or not the target checks the key first, as in profile %s',
  async (profile) => {
    await using simulator = await openTestSimulator({ profile });
    for (const path of ['', '/v2', '/api/v1', '/v1/api', '/V1']) {
      const url = new URL(simulator.baseUrl).origin + path;
      const report = await checkContract({ url, apiKey: testKey, level: 'probe' });
      expectNotChecked(report, 'other-service', /check the base address/);
    }
  },
);

test('a list that is missing only once breaks the contract', async () => {
  const report = await checkWithin(
    { wire: (wire, { number }) => (number === 1 ? errorWire(404, 'x', 'y') : wire) },
    'observe',
  );
  expect(report.rules.find(({ rule }) => rule === 'R03')).toMatchObject({ kind: 'failed' });
  expect(report.exitCode).toBe(1);
});

test('waits through the responses of an ingress whose service is starting', async () => {
  const starting: Twist = {
    wire: (wire, { number }) => (number <= 3 ? busy(number === 1 ? 502 : 503) : wire),
  };
  await using server = await startTinyServer(starting);
  const waits: string[] = [];
  const report = await checkContract({
    url: server.url,
    apiKey: serverKey,
    waitSeconds: 60,
    clock: fastClock,
    onWait: (why) => waits.push(why),
  });
  expect(waits).toEqual(['it responds with 502', 'it responds with 503', 'it responds with 503']);
  expect(report.incomplete).toBeUndefined();
  expect(report.exitCode).toBe(0);
});

test('does not wait for a target that speaks another protocol', async () => {
  await using server = await serveRaw('SSH-2.0-OpenSSH_9.2\r\n');
  const waits: string[] = [];
  const options = { url: server.baseUrl, apiKey: 'key', waitSeconds: 60, clock: fastClock };
  await checkContract({ ...options, onWait: (why) => waits.push(why) });
  expect(waits).toEqual([]);
});
