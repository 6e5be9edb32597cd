import net from 'node:net';
import { expect, test } from 'vitest';
import { certificateFor } from '../support/certificate-for.ts';
import { expire } from '../support/expire.ts';
import { serveHere } from '../support/serve-here.ts';
import { outcomeOf, serveRaw, serveTls } from './outcome-of.ts';

test('reports a target that may use TLS', async () => {
  await using secure = await serveTls(['127.0.0.1']);
  expect(await outcomeOf(secure.baseUrl.replace('https', 'http'))).toMatchObject({
    reason: 'reset',
    message: expect.stringContaining('are scheme, port and client certificate right?'),
  });
});

test('trusts a given private authority, and otherwise reports the fault of the certificate', async () => {
  await using server = await serveTls(['127.0.0.1']);
  expect(await outcomeOf(server.baseUrl, { ca: server.ca })).toMatchObject({
    kind: 'responded',
    response: { status: 200 },
  });
  expect(await outcomeOf(server.baseUrl)).toMatchObject({
    reason: 'tls',
    message: expect.stringContaining('(DEPTH_ZERO_SELF_SIGNED_CERT); give the certificate of its authority'),
  });
});

test.each(['TLSv1.2', 'TLSv1.3'] as const)(
  'presents a client certificate over %s, and reports one that is missing or refused',
  async (version) => {
    const [client, other] = [
      await certificateFor('127.0.0.1', 'client'),
      await certificateFor('127.0.0.1', 'other'),
    ];
    const asking = { requestCert: true, rejectUnauthorized: true, ca: client.cert, maxVersion: version };
    await using server = await serveTls(['127.0.0.1', 'server'], asking);
    const as = ({ cert: clientCert, key: clientKey }: typeof client) =>
      outcomeOf(server.baseUrl, { ca: server.ca, clientCert, clientKey });
    expect(await as(client)).toMatchObject({ kind: 'responded', response: { status: 200 } });
    const message = expect.stringContaining('client certificate');
    expect(await outcomeOf(server.baseUrl, { ca: server.ca })).toMatchObject({ reason: 'tls', message });
    expect(await as(other)).toMatchObject({ kind: 'failed', message });
  },
);

test('refuses a certificate of another host', async () => {
  await using server = await serveTls(['other.example']);
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
    reason: 'tls',
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
