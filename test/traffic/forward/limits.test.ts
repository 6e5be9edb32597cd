import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { readUpstream } from '../../../src/traffic/proxy/upstream.ts';
import { certificateFor } from '../../support/certificate-for.ts';
import { parseResponse, request, sendRaw } from '../../support/raw-http.ts';
import { responding, startProxy } from './start-proxy.ts';

const list = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n[]';
const get = (...lines: readonly string[]): string =>
  ['GET /v1/store/orders HTTP/1.1', ...lines, '', ''].join('\r\n');

test('keeps no more than the given bytes of a response, and always its head', async () => {
  const head = 'HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n';
  await using both = await startProxy(responding(head + 'a'.repeat(70_000)));
  expect((await request(both.proxy.origin, 'GET', '/v1/x')).body).toHaveLength(70_000);
  const { outcome } = both.seen[0] ?? {};
  expect(outcome).toMatchObject({ lack: 'long', response: { status: 200, content: { length: 0 } } });
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
  expect([response.status, JSON.parse(response.body).message]).toEqual([502, expect.stringMatching(/--ca/)]);
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

test.each([
  ['a bare line feed', 'GET /v1 HTTP/1.1\nHost: x\r\n\r\n', 400],
  ['Content-Length and Transfer-Encoding', get('Content-Length: 3', 'Transfer-Encoding: chunked'), 400],
  ['an unknown transfer coding', get('Transfer-Encoding: gzip, chunked'), 400],
  ['a repeated transfer coding', get('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), 400],
  ['a transfer coding in HTTP/1.0', 'POST /v1 HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 400],
  ['the target of a forward proxy', 'GET http://other.example/ HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['CONNECT', 'CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', 400],
  ['a head that is too long', get(`X-A: ${'a'.repeat(66_000)}`), 431],
])('refuses %s, and says that it was the proxy', async (_, bytes, status) => {
  await using both = await startProxy(responding());
  const response = parseResponse(await sendRaw(both.proxy.origin, bytes));
  expect(response.status).toBe(status);
  expect(response.head).toMatch(/^X-Store-Orders-Proxy: refused$/m);
  expect(JSON.parse(response.body)).toMatchObject({
    status,
    message: expect.any(String),
    code: expect.any(String),
  });
});

test('refuses an address that is not the base address of a service', () => {
  for (const text of [
    'staging.example',
    'ftp://a.example',
    'http://u:p@a.example',
    'http://a.example/?x',
    '/v1',
  ])
    expect(() => readUpstream(text)).toThrow(/^UPSTREAM /);
  expect(readUpstream('https://[::1]:8443/v1/')).toMatchObject({
    host: '::1',
    port: 8443,
    basePath: '/v1',
    authority: '[::1]:8443',
  });
});
