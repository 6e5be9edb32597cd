import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { readUpstream } from '../../../src/traffic/proxy/forward/upstream.ts';
import { exchangeBytes } from '../../nightly/hostile/raw-client.ts';
import { certificateFor } from '../../support/certificate-for.ts';
import { request, sendRaw } from '../../support/raw-http.ts';
import { closedPort } from '../../support/serve-here.ts';
import { responding, startProxy, withLimit } from './start-proxy.ts';

const list = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]';
const get = (...lines: readonly string[]): string =>
  ['GET /v1/store/orders HTTP/1.1', ...lines, '', ''].join('\r\n');
const cancel = 'DELETE /v1/store/orders/1 HTTP/1.1\r\nHost: x\r\n\r\n';

test('changes only the value of Host, and leaves out the offer to switch protocols', async () => {
  await using both = await startProxy(responding(list));
  const upgrade = [
    'Connection: Upgrade, HTTP2-Settings , keep-alive',
    'Upgrade: h2c',
    'HTTP2-Settings: AAEAAEAA',
  ];
  await sendRaw(both.proxy.origin, get('hOST:\tlocalhost:4010 ', 'x-a:1', ...upgrade, 'X-A:  2'));
  expect(both.received).toEqual([
    get(`hOST:\t${both.authority} `, 'x-a:1', 'Connection: keep-alive', 'X-A:  2'),
  ]);
  expect(both.seen[0]?.request.rawHeaders).toContainEqual(['Upgrade', 'h2c']);
});

test('passes Expect: 100-continue on, and the interim response before the body is sent', async () => {
  await using both = await startProxy((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      socket.once('data', () => socket.end(list));
    });
  });
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write('POST /v1/x HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n');
  const [interim] = await once(socket, 'data');
  expect(`${interim}`).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  socket.write('body');
  const [final] = await once(socket, 'data');
  expect(`${final}`).toBe(list);
  await once(socket.end(), 'close');
});

test('responds with a marked 502 if the upstream is not there, closes, resets or sends no HTTP', async () => {
  const upstream = readUpstream(`http://127.0.0.1:${closedPort}/v1`);
  const cases: readonly ((socket: Socket) => void)[] = [
    (socket) => socket.once('data', () => socket.end()),
    (socket) => socket.once('data', () => socket.resetAndDestroy()),
    (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nContent-Le')),
    (socket) => socket.once('data', () => socket.write('SSH-2.0-OpenSSH_9.6\r\n\r\n')),
    (socket) =>
      socket.once('data', () => socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n')),
    (socket) =>
      socket.once('data', () =>
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
      ),
  ];
  for (const [at, serve] of [...cases, () => undefined].entries()) {
    await using both = await startProxy(serve, at === cases.length ? { upstream } : {});
    const response = await request(both.proxy.origin, 'DELETE', '/v1/store/orders/1');
    expect([at, response.status]).toEqual([at, 502]);
    expect(response.head).toMatch(/^X-Store-Orders-Proxy: upstream-failed$/m);
    expect(JSON.parse(response.body)).toMatchObject({ code: 'proxy_bad_gateway', status: 502 });
    expect(both.seen.map(({ outcome }) => outcome)).toMatchObject([{ kind: 'upstream-failed', status: 502 }]);
    expect(both.received.length).toBe(at === cases.length ? 0 : 1);
  }
});

test('responds with a marked 504 if the upstream is late, and cuts a response that stops', async () => {
  await using late = await startProxy(() => undefined, { timeoutMs: 20 });
  const response = await request(late.proxy.origin, 'GET', '/v1/store/orders');
  expect([response.status, JSON.parse(response.body).code]).toEqual([504, 'proxy_gateway_timeout']);
  expect(late.seen[0]?.outcome).toMatchObject({ kind: 'upstream-failed', status: 504 });

  await withLimit(async (timeoutMs) => {
    await using stopping = await startProxy(responding('HTTP/1.1 200 OK\r\n\r\n[{'), { timeoutMs });
    const socket = connect(stopping.proxy.port, '127.0.0.1').resume();
    socket.write(get('Host: x'));
    const ended = await new Promise((resolve) => socket.once('error', resolve).once('end', resolve));
    await stopping.reported(1);
    if (stopping.seen[0]?.outcome.kind === 'upstream-failed') return false;
    // A response without a length would look complete if the connection were closed.
    expect(ended).toMatchObject({ code: 'ECONNRESET' });
    expect(stopping.seen[0]?.outcome).toMatchObject({ response: { content: { bytes: 2, complete: false } } });
    return true;
  });
});

test('never repeats a request, and closes the connection of the client when the upstream closes its own', async () => {
  const served: string[] = [];
  await using both = await startProxy((socket) => {
    socket.once('data', () => {
      socket.write('HTTP/1.1 204 No Content\r\n\r\n');
      socket.once('data', (bytes: Buffer) => {
        served.push(`${bytes}`);
        socket.resetAndDestroy();
      });
    });
  });
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(cancel);
  await once(socket, 'data');
  socket.write(cancel);
  const [answer] = await once(socket, 'data');
  expect(`${answer}`).toMatch(/^HTTP\/1\.1 502 /);
  await once(socket, 'close');
  expect([served.length, both.received.length, both.seen.length]).toEqual([1, 1, 2]);

  await using closing = await startProxy((socket) => {
    socket.once('data', () => socket.end('HTTP/1.1 204 No Content\r\n\r\n'));
  });
  const idle = connect(closing.proxy.port, '127.0.0.1');
  idle.write(cancel);
  await once(idle.resume(), 'end');
  expect(closing.seen).toHaveLength(1);
});

test('resets the request of a client that resets its own, and reports it', async () => {
  const arrived = Promise.withResolvers<Socket>();
  await using both = await startProxy((socket) => socket.once('data', () => arrived.resolve(socket)));
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(cancel);
  const upstream = await arrived.promise;
  const left = once(upstream, 'close');
  socket.resetAndDestroy();
  await expect(left).rejects.toThrow('ECONNRESET');
  await both.reported(1);
  expect(both.seen[0]?.outcome.kind).toBe('client-left');
});

test('a client that closes its side still receives the response, and the upstream sees its end', async () => {
  await using both = await startProxy((socket) => {
    socket.resume().on('end', () => socket.end(list));
  });
  expect(await exchangeBytes(both.proxy.origin, Buffer.from(get('Host: x')), true)).toBe(list);
});

test('passes bytes after a response on, and nothing after them', async () => {
  await using both = await startProxy(responding('HTTP/1.1 204 No Content\r\n\r\n{"a":1}'));
  const socket = connect(both.proxy.port, '127.0.0.1');
  socket.write(cancel + cancel);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  expect(Buffer.concat(chunks).toString()).toBe('HTTP/1.1 204 No Content\r\n\r\n{"a":1}');
  expect(both.seen.map(({ outcome }) => outcome)).toMatchObject([{ response: { content: { bytes: 7 } } }]);
});

test('responds with 504 if the upstream is late after the client was', async () => {
  const arrived = Promise.withResolvers<void>();
  await using both = await startProxy((socket) => socket.once('data', () => arrived.resolve()), {
    timeoutMs: 20,
  });
  const slow = connect(both.proxy.port, '127.0.0.1');
  slow.write('POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc');
  await arrived.promise;
  // Takes longer than the time that an upstream has, so the other upstream had it too.
  expect((await request(both.proxy.origin, 'GET', '/v1/store/orders')).status).toBe(504);
  expect(both.seen).toHaveLength(1);
  slow.write('de');
  expect(`${(await once(slow, 'data'))[0]}`).toMatch(/^HTTP\/1\.1 504 /);
  await once(slow.resume(), 'close');
});

test('closes the connection of a client that does not send its request, or does not read its response', async () => {
  await withLimit(async (clientIdleMs) => {
    await using silent = await startProxy(() => undefined, { clientIdleMs });
    for (const start of ['GET /v1 HTT', 'POST /v1 HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabc']) {
      const client = connect(silent.proxy.port, '127.0.0.1').on('error', () => undefined);
      client.write(start);
      await new Promise((resolve) => client.resume().once('close', resolve));
    }
    await silent.proxy.stop(new AbortController().signal);
    if (silent.seen.length === 0) return false;
    expect(silent.seen.map(({ outcome }) => outcome.kind)).toEqual(['client-left']);
    return true;
  });

  const long = responding(`HTTP/1.1 200 OK\r\n\r\n${'a'.repeat(50_000_000)}`);
  await withLimit(async (clientIdleMs) => {
    await using both = await startProxy(long, { clientIdleMs });
    const stalled = connect(both.proxy.port, '127.0.0.1').on('error', () => undefined);
    stalled.write(get('Host: x'));
    const begun = await new Promise((resolve) => {
      stalled.once('data', () => resolve(true)).once('close', () => resolve(false));
    });
    if (begun === false) return false;
    stalled.pause();
    await both.reported(1);
    expect(both.seen[0]?.outcome).toMatchObject({ response: { content: { complete: false } } });
    stalled.destroy();
    return true;
  });
});

test('keeps no more than the given bytes of a message', async () => {
  const body = 'a'.repeat(1_001);
  await using both = await startProxy(
    responding(`HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1001\r\n\r\n${body}`),
  );
  await request(both.proxy.origin, 'POST', '/v1/x', ['Content-Length: 3'], 'abc');
  const [exchange] = both.seen;
  expect(exchange?.request.content).toEqual({ bytes: 3, kept: Buffer.from('abc'), complete: true });
  expect(exchange?.outcome).toMatchObject({
    response: { content: { bytes: 1_001, kept: undefined, complete: true } },
  });
});

test('verifies the certificate of an upstream with the given authority, and speaks TLS to clients with a certificate', async () => {
  const { key, cert } = await certificateFor('127.0.0.1');
  const secure = { server: tls.createServer({ key, cert }), scheme: 'https' };
  await using trusted = await startProxy(responding(list), { ...secure, ca: cert, tls: { key, cert } });
  const socket = tls.connect({ port: trusted.proxy.port, host: '127.0.0.1', ca: cert });
  socket.write(get('Host: x'));
  const [bytes] = await once(socket, 'data');
  expect(`${bytes}`).toBe(list);
  await once(socket.end(), 'close');

  const server = tls.createServer({ key, cert }).on('tlsClientError', () => undefined);
  await using unknown = await startProxy(responding(list), { server, scheme: 'https' });
  const response = await request(unknown.proxy.origin, 'GET', '/v1/store/orders');
  expect([response.status, JSON.parse(response.body).message]).toEqual([502, expect.stringMatching(/`ca`/)]);
});

test('stops when the exchanges in flight have ended, or at the deadline', async () => {
  const arrived = Promise.withResolvers<Socket>();
  await using both = await startProxy((socket) => socket.once('data', () => arrived.resolve(socket)));
  const idle = connect(both.proxy.port, '127.0.0.1');
  await once(idle, 'connect');
  const response = sendRaw(both.proxy.origin, get('Host: x'));
  const upstream = await arrived.promise;
  const stopped = both.proxy.stop(new AbortController().signal);
  await once(idle.resume(), 'end');
  idle.end();
  upstream.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]');
  expect(await response).toMatch(/\[\]$/);
  await stopped;
  expect(both.seen).toHaveLength(1);

  const begun = Promise.withResolvers<void>();
  await using silent = await startProxy((socket) => socket.once('data', () => begun.resolve()));
  const unanswered = sendRaw(silent.proxy.origin, get('Host: x'));
  await begun.promise;
  await silent.proxy.stop(AbortSignal.abort());
  expect([await unanswered, silent.seen[0]?.outcome.kind]).toEqual(['', 'client-left']);
});
