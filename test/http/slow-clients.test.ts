import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type ClientTimeouts, createHttpServer } from '../../src/http/http-server.ts';
import { makeCertificate } from '../../src/http/tls.ts';
import { newFolder } from '../support/new-folder.ts';
import { parseResponse, sendRaw } from '../support/raw-http.ts';
import { serveHere } from '../support/serve-here.ts';

const longTimeouts: ClientTimeouts = {
  headersTimeout: 60_000,
  handshakeTimeout: 60_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 60_000,
  connectionsCheckingInterval: 10,
};

/** Sends bytes to a server with one short time limit; returns what it sent, and why it refused the connection. */
async function sendToHurried(
  bytes: string,
  short: Partial<ClientTimeouts>,
): Promise<{ text: string; refused: readonly string[] }> {
  const refused: string[] = [];
  const server = createHttpServer(
    (request, response) => request.on('end', () => response.end()).resume(),
    undefined,
    { timeouts: { ...longTimeouts, ...short }, onRefused: (reason) => void refused.push(reason) },
  );
  await using here = await serveHere(server);
  return { text: await sendRaw(here.origin, bytes), refused };
}

const noHeaders = { headersTimeout: 50 };

test.each([
  ['headers that never end', 'GET / HTTP/1.1\r\nHost: localhost\r\nX: ', noHeaders],
  ['a request line that never ends', 'GET /v1/store', noHeaders],
  [
    'a body that never comes',
    'DELETE / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\nab',
    { headersTimeout: 50, requestTimeout: 50 },
  ],
])('cuts %s with a 408 and an Error body', async (_, bytes, short) => {
  const { text, refused } = await sendToHurried(bytes, short);
  const response = parseResponse(text);
  expect(JSON.parse(response.body)).toMatchObject({ code: 'request_timeout', status: 408 });
  expect(refused).toEqual(['request_timeout']);
});

test('closes a connection without a TLS handshake', async () => {
  const refused: string[] = [];
  const certificate = await makeCertificate([], join(newFolder(), 'ca.pem'));
  const onRefused = (reason: string) => void refused.push(reason);
  const server = createHttpServer(() => {}, certificate, {
    timeouts: { ...longTimeouts, handshakeTimeout: 50 },
    onRefused,
  });
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  await once(socket.resume(), 'close');
  expect(refused).toEqual(['tls_handshake_timeout']);
});
