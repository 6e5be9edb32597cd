import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { certificateFor } from '../../support/certificate-for.ts';
import { request, sendRaw } from '../../support/raw-http.ts';
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
