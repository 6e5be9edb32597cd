import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { errorBody } from '../../src/http/error-catalogue.ts';
import { createHttpServer, type HttpServerOptions } from '../../src/http/http-server.ts';
import type { TlsCertificate } from '../../src/http/tls.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { parseResponse, sendRaw } from '../support/raw-http.ts';
import { serveHere } from '../support/serve-here.ts';

const mebibyte = 1024 * 1024;
const unhurried = {
  headersTimeout: 60_000,
  handshakeTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 10,
};

/** Serves until the test ends, and collects the reasons for which clients are refused. */
async function serve(
  timeouts: HttpServerOptions['timeouts'] = {},
  handle: RequestListener = () => {},
  certificate?: TlsCertificate,
) {
  const refused: string[] = [];
  const server = createHttpServer(handle, certificate, {
    timeouts: { ...unhurried, ...timeouts },
    onRefused: (reason) => void refused.push(reason),
  });
  const here = await serveHere(server);
  onTestFinished(() => here[Symbol.asyncDispose]());
  return { server, here, refused };
}

/** A client that was refused, has read the response, and neither leaves nor closes its side. */
async function refusedClient(timeouts: HttpServerOptions['timeouts'] = {}) {
  const { server, here, refused } = await serve(timeouts);
  const connected: Promise<Socket[]> = once(server, 'connection');
  const client = connect({ port: here.port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void client.destroy());
  client.on('error', () => {});
  let text = '';
  client.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk;
  });
  client.write('garbage\r\n\r\n');
  const [connection] = await connected;
  await once(client, 'end');
  expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n.*\r\nConnection: close\r\n\r\n\{.*\}$/s);
  if (connection === undefined) throw new Error('no connection');
  return { client, connection, refused };
}

/** Sends up to `bytes` more, and waits until the server has read them or closed the connection. */
async function sendMore(client: Socket, connection: Socket, bytes: number): Promise<void> {
  const wanted = connection.bytesRead + bytes;
  client.write(Buffer.alloc(bytes, 'x'));
  while (connection.bytesRead < wanted && !connection.destroyed) await nextTurn();
}

test('reads 8 MiB more of a refused message, and then closes the connection', async () => {
  const { client, connection, refused } = await refusedClient();
  for (let sent = 0; sent < 8; sent++) await sendMore(client, connection, mebibyte);
  expect(connection.destroyed).toBe(false);
  await sendMore(client, connection, 1);
  expect(connection.destroyed).toBe(true);
  expect(refused).toEqual(['bad_request']);
});

test('closes the connection at the time limit of a message, whatever the client sends', async () => {
  const { client, connection, refused } = await refusedClient({ headersTimeout: 50 });
  while (!connection.destroyed) await sendMore(client, connection, 1);
  expect(refused).toEqual(['bad_request']);
});

const cut = 'DELETE / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab';

test.each([
  ['garbage', 'GARBAGE\r\n\r\n', 400, 'Bad Request', 'bad_request', {}],
  [
    ...(['headers that are too large', `GET / HTTP/1.1\r\nX: ${'x'.repeat(16_384)}\r\n\r\n`] as const),
    ...([431, 'Request Header Fields Too Large', 'headers_too_large', {}] as const),
  ],
  [
    ...(['headers that never end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: '] as const),
    ...([408, 'Request Timeout', 'request_timeout', { headersTimeout: 50 }] as const),
  ],
  [
    ...(['a body that never comes', cut, 408, 'Request Timeout', 'request_timeout'] as const),
    { headersTimeout: 50, requestTimeout: 50 },
  ],
] as const)('responds to %s with an Error body', async (_, bytes, status, reason, code, timeouts) => {
  const { here, refused } = await serve(timeouts, (request, response) =>
    request.on('end', () => response.end()).resume(),
  );
  const body = errorBody(code);
  expect(await sendRaw(here.origin, bytes)).toBe(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
  );
  expect(refused).toEqual([code]);
});

test('closes a connection without a TLS handshake', async () => {
  const certificate = await certificateFor('localhost');
  const { here, refused } = await serve({ handshakeTimeout: 50 }, undefined, certificate);
  await once(connect(here.port, '127.0.0.1').resume(), 'close');
  expect(refused).toEqual(['tls_handshake_timeout']);
});

test('responds to an expectation that it cannot meet, and closes the connection', async () => {
  const { here } = await serve();
  const bytes = 'GET / HTTP/1.1\r\nHost: localhost\r\nExpect: a miracle\r\n\r\n';
  const { status, head, body } = parseResponse(await sendRaw(here.origin, bytes));
  expect([status, body]).toEqual([417, errorBody('expectation_failed')]);
  expect(head).toContain('Connection: close');
});
