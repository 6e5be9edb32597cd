import net from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import type { SenderOptions } from '../../src/check/connection/destination.ts';
import { createSender } from '../../src/check/connection/sender.ts';
import type { ExchangeOutcome } from '../../src/contract/exchange.ts';
import { list, serveRaw } from '../contract/responses/ask.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { expire } from '../support/expire.ts';
import { serveHere } from '../support/serve-here.ts';

async function outcomeOf(baseUrl: string, given: Partial<SenderOptions> = {}): Promise<ExchangeOutcome> {
  const send = createSender({
    baseUrl,
    apiKey: 'key',
    timeoutMs: 60_000,
    maxBodyBytes: 1000,
    now: () => 0,
    ...given,
  });
  const key = { kind: 'valid' } as const;
  return (await send({ operationId: 'listOrders', method: 'GET', path: '/store/orders', query: '', key }))
    .outcome;
}

async function serveTls(subject: string) {
  const pems = await certificateFor(subject);
  const server = tls.createServer(pems, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(list('[]')));
  });
  server.on('tlsClientError', () => undefined);
  const here = await serveHere(server);
  return {
    baseUrl: `https://127.0.0.1:${here.port}/v1`,
    ca: pems.cert,
    [Symbol.asyncDispose]: here[Symbol.asyncDispose],
  };
}

test('reports a target that does not respond with HTTP, or that may use TLS', async () => {
  await using smtp = await serveRaw('220 mail.example ESMTP\r\n');
  await using secure = await serveTls('127.0.0.1');
  expect(await outcomeOf(smtp.baseUrl)).toMatchObject({ reason: 'not-http' });
  expect(await outcomeOf(secure.baseUrl.replace('https', 'http'))).toMatchObject({
    reason: 'reset',
    message: expect.stringContaining('An https port does that; is the base address right?'),
  });
});

test('trusts a given private authority, and otherwise reports the fault of the certificate', async () => {
  await using server = await serveTls('127.0.0.1');
  expect(await outcomeOf(server.baseUrl, { ca: server.ca })).toMatchObject({
    kind: 'responded',
    response: { status: 200 },
  });
  expect(await outcomeOf(server.baseUrl)).toMatchObject({
    reason: 'tls',
    message: expect.stringContaining('(DEPTH_ZERO_SELF_SIGNED_CERT); give the certificate of its authority'),
  });
});

/** Serves TLS to clients with a certificate of `authority`. */
async function serveTlsToClients(own: Pems, authority: string, maxVersion: tls.SecureVersion) {
  const asking = { requestCert: true, rejectUnauthorized: true, ca: authority, maxVersion };
  const server = tls.createServer({ ...own, ...asking }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end(list('[]')));
  });
  server.on('tlsClientError', () => undefined);
  return serveHere(server);
}

type Pems = Awaited<ReturnType<typeof certificateFor>>;

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'presents a client certificate over %s, and reports one that is missing or refused',
  async (version) => {
    const [server, client, other] = await Promise.all([
      certificateFor('127.0.0.1', 'server'),
      certificateFor('127.0.0.1', 'client'),
      certificateFor('127.0.0.1', 'other'),
    ]);
    await using here = await serveTlsToClients(server, client.cert, version);
    const url = `https://127.0.0.1:${here.port}/v1`;
    const as = (pems: Pems) =>
      outcomeOf(url, {
        ca: server.cert,
        clientCertificate: pems,
      });
    expect(await as(client)).toMatchObject({ kind: 'responded', response: { status: 200 } });
    const message = expect.stringContaining('client certificate');
    expect(await outcomeOf(url, { ca: server.cert })).toMatchObject({ reason: 'tls', message });
    expect(await as(other)).toMatchObject({ kind: 'failed', message });
  },
);

test('refuses a certificate of another host', async () => {
  await using server = await serveTls('other.example');
  expect(await outcomeOf(server.baseUrl, { ca: server.ca })).toMatchObject({
    reason: 'tls',
    message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  });
});

test('reports that a target at https does not support TLS', async () => {
  const plain = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
  });
  await using here = await serveHere(plain);
  expect(await outcomeOf(`https://127.0.0.1:${here.port}/v1`)).toMatchObject({
    reason: 'http-port',
    message: expect.stringContaining('is the base address http?'),
  });
});

test('reports that a target does not finish the handshake', async () => {
  await using server = await serveRaw('', 'hold');
  const url = server.baseUrl.replace('http:', 'https:');
  const ended = expire(
    1000,
    () => server.begun,
    () => outcomeOf(url, { timeoutMs: 1000 }),
  );
  expect(await ended).toMatchObject({
    reason: 'timeout',
    message: expect.stringMatching(/did not finish the TLS handshake within 1000 ms\.$/),
  });
});
