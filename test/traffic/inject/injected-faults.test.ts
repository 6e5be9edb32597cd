import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type Clock, machineClock } from '../../../src/clock.ts';
import { createInjector } from '../../../src/traffic/proxy/inject/injector.ts';
import { readInjections } from '../../../src/traffic/proxy/inject/read-injections.ts';
import { exchangeBytes } from '../../nightly/hostile/raw-client.ts';
import { request } from '../../support/raw-http.ts';
import { responding, startProxy } from '../forward/start-proxy.ts';

const list = '[{"id":9223372036854775807}]';
const listed = `HTTP/1.1 200 OK\r\nx-a:1\r\nContent-Length: ${list.length}\r\n\r\n${list}`;
const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n${list.slice(0, 5)}\r\n17\r\n${list.slice(5)}\r\n0\r\n\r\n`;
const cancelled = 'HTTP/1.1 204 No Content\r\n\r\n';
const path = '/v1/store/orders';

async function startWith(
  texts: readonly string[],
  responses: readonly string[],
  clock: Clock = machineClock,
) {
  const faults = await readInjections(texts, true);
  const disturb = createInjector({ faults, basePath: '/v1', seed: 'a', clock });
  return startProxy(responding(...responses), { disturb });
}

/** Sends requests one after another on one connection, and returns all that it received until its end. */
async function talk(port: number, ...requests: readonly string[]): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  for (const request of requests) {
    socket.write(`${request} HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [bytes] = await Promise.race([once(socket, 'data'), once(socket, 'end')]);
    received += bytes ?? '';
  }
  socket.end();
  for await (const bytes of socket) received += bytes;
  return received;
}

test('a status before the request leaves is marked, and the connection remains', async () => {
  await using both = await startWith(['kind: status, status: 503, retryAfter: 2, times: 1'], [listed]);
  const received = await talk(both.proxy.port, `DELETE ${path}/1`, `GET ${path}`);
  expect(received).toMatch(
    /^HTTP\/1\.1 503 Service Unavailable\r\n.*Retry-After: 2\r\n.*X-Store-Orders-Proxy: injected\r\n/s,
  );
  expect(received.endsWith(listed)).toBe(true);
  expect(both.received.join('')).not.toMatch(/DELETE/);
  expect(both.seen.map(({ injected }) => injected)).toEqual([['fault-1: responded 503'], []]);
});

test.each(['reset', 'close', 'garbage', 'unauthorized', 'rate-limit, requests: 0'])(
  '%s before the request leaves keeps it from the service',
  async (kind) => {
    await using both = await startWith([`kind: ${kind}`], [listed]);
    await talk(both.proxy.port, `DELETE ${path}/1`).catch(() => undefined);
    await both.reported(1);
    expect([both.received, both.seen.length, both.seen[0]?.injected.length]).toEqual([[], 1, 1]);
  },
);

test('discards the body of a request that does not leave', async () => {
  await using both = await startWith(['kind: status, status: 503, times: 1'], [listed]);
  const post = `POST /v1/messages HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello`;
  const get = `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(post + get);
  let received = '';
  for await (const bytes of socket) {
    received += bytes;
    if (received.endsWith(listed)) break;
  }
  expect(received).toMatch(/^HTTP\/1\.1 503 /);
  expect(both.received.join('')).toBe(get.replace('Host: x', `Host: ${both.authority}`));
});

test('a client that leaves while its request waits cancels nothing', async () => {
  const waiting = Promise.withResolvers<void>();
  const clock: Clock = {
    now: () => 0,
    sleep: (_ms, gone) =>
      new Promise((resolve) => {
        waiting.resolve();
        gone?.addEventListener('abort', () => resolve());
      }),
  };
  await using both = await startWith(['kind: latency, delay: 10m'], [cancelled], clock);
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(`DELETE ${path}/1 HTTP/1.1\r\nHost: x\r\n\r\n`);
  await waiting.promise;
  socket.end();
  await both.reported(1);
  expect([both.received, both.seen[0]?.outcome.kind]).toEqual([[], 'client-left']);
});

test('waits before a request leaves, and after a cancel', async () => {
  const slept: number[] = [];
  const clock: Clock = { now: () => 0, sleep: async (ms) => void slept.push(ms) };
  const faults = ['kind: latency, delay: 200ms', 'kind: latency, delay: 3s, when: after-commit'];
  await using both = await startWith(faults, [cancelled, listed], clock);
  expect(await talk(both.proxy.port, `DELETE ${path}/1`, `GET ${path}`)).toBe(cancelled + listed);
  expect(slept).toEqual([200, 3000, 200]);
});

test('a fault after a cancel hides the response that the service sent, and only that', async () => {
  await using both = await startWith(
    ['kind: reset, when: after-commit, orderId: 2'],
    [cancelled, cancelled.replace('204 No Content', '404 Not Found\r\nContent-Length: 0'), cancelled],
  );
  const talked = talk(both.proxy.port, `DELETE ${path}/1`, `DELETE ${path}/2`, `DELETE ${path}/2`);
  await expect(talked).rejects.toThrow(/ECONNRESET/);
  expect(both.received.join('').match(/DELETE/g)).toHaveLength(3);
  expect(both.seen.map(({ injected, outcome }) => [injected.length, outcome])).toMatchObject([
    [0, { response: { status: 204 } }],
    [0, { response: { status: 404 } }],
    [1, { response: { status: 204 } }],
  ]);
});

test.each([
  ['bandwidth, bytesPerSecond: 1000000', listed, listed],
  ['drip, bytes: 7, everyMs: 0', listed, listed],
  ['drip, bytes: 7, everyMs: 0', chunked, chunked.replace(/5\r\n(.{5})\r\n17\r\n/, '1c\r\n$1')],
  ['truncate', listed, listed.slice(0, -14)],
  ['truncate, bytes: 3', chunked, 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1c\r\n[{"'],
])('%s changes how the body of a response is sent', async (kind, response, expected) => {
  await using both = await startWith([`kind: ${kind}`], [response]);
  const get = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(await exchangeBytes(both.proxy.origin, get, true)).toBe(expected);
});

test('garbage in the body keeps the head and the length, and a response without a body passes', async () => {
  await using both = await startWith(['kind: garbage, in: body'], [listed, cancelled]);
  const received = await talk(both.proxy.port, `GET ${path}`, `DELETE ${path}/1`);
  expect(received.startsWith(listed.slice(0, -list.length))).toBe(true);
  expect(received.includes(list)).toBe(false);
  expect(received.endsWith(cancelled)).toBe(true);
  expect(both.seen.map(({ injected }) => injected)).toEqual([['fault-1: garbled the body'], []]);
});

test('disturbs only the operation that the fault names', async () => {
  await using both = await startWith(
    ['kind: status, status: 500, operation: cancelOrder, orderId: 1'],
    [listed],
  );
  for (const [method, target] of [
    ['GET', path],
    ['DELETE', `${path}/2`],
    ['DELETE', `/v2/store/orders/1`],
  ] as const) {
    await using other = await startWith(
      ['kind: status, status: 500, operation: cancelOrder, orderId: 1'],
      [listed.replace('\r\n', '\r\nConnection: close\r\n')],
    );
    expect((await request(other.proxy.origin, method, target)).status).toBe(200);
  }
  expect((await talk(both.proxy.port, `DELETE ${path}/1?a=b`)).slice(9, 12)).toBe('500');
});
