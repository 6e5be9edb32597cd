import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import tls from 'node:tls';
import { expect, test } from 'vitest';
import { readUpstream } from '../../../src/traffic/proxy/upstream.ts';
import { startProxy as startHttpProxy } from '../../check/start-proxy.ts';
import { certificateFor } from '../../support/certificate-for.ts';
import { parseResponse, sendRaw } from '../../support/raw-http.ts';
import { closedPort, serveHere } from '../../support/serve-here.ts';
import { responding, startProxy } from './start-proxy.ts';

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]';
const last = ok.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
const get =
  'GET /v1/store/orders HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer key-4711\r\nConnection: keep-alive\r\n\r\n';
const authorization = `Basic ${Buffer.from('me:pass word-42').toString('base64')}`;

const certificate = await certificateFor('shop.invalid', '127.0.0.1');

type Serve = Parameters<typeof startProxy>[0];
type HttpProxyOptions = Omit<Parameters<typeof startHttpProxy>[0], 'port'>;

/** Starts a proxy whose upstream, at an address that nobody can resolve, is behind an HTTP proxy. */
async function startBehind(address: string, serve: Serve, options: HttpProxyOptions = {}) {
  const stack = new AsyncDisposableStack();
  const secure = address.startsWith('https:');
  const server = secure
    ? tls.createServer({ ...certificate, allowHalfOpen: true })
    : createServer({ allowHalfOpen: true });
  const heads: string[] = [];
  const both = await startProxy(serve, {
    server: server.on('tlsClientError', () => undefined),
    scheme: secure ? 'https' : 'http',
    timeoutMs: options.silent === true ? 2_000 : 600_000,
    reach: async (port) => {
      const through = stack.use(await startHttpProxy({ ...options, port, heads }));
      return readUpstream(address, certificate.cert, through.address.replace('//', '//me:pass%20word-42@'));
    },
  });
  stack.use(both);
  // A handshake that the client broke off leaves it half open.
  server.on('connection', (socket: Socket) => stack.defer(() => void socket.destroy()));
  return { ...both, heads, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test.each([
  ['https://shop.invalid/v1', 'shop.invalid:443', 'shop.invalid'],
  ['https://shop.invalid:8443/v1', 'shop.invalid:8443', 'shop.invalid:8443'],
  ['http://shop.invalid/v1', 'shop.invalid:80', 'shop.invalid'],
])(
  'reaches %s through a tunnel, in which every byte is that of the client',
  async (address, target, host) => {
    await using both = await startBehind(address, responding(ok, last), { authorization });
    const client = connect(both.proxy.port, '127.0.0.1');
    client.write(get);
    expect(`${(await once(client, 'data'))[0]}`).toBe(ok);
    client.write(get);
    expect(`${(await once(client, 'data'))[0]}`).toBe(last);
    await once(client, 'close');
    expect(both.received).toEqual([get.replace('Host: x', `Host: ${host}`).repeat(2)]);
    expect(both.heads).toEqual([
      `CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\nProxy-Authorization: ${authorization}\r\n\r\n`,
    ]);
    expect(both.seen.map(({ outcome }) => outcome.kind)).toEqual(['responded', 'responded']);
  },
);

test('reaches an upstream by an HTTP proxy that itself uses TLS', async () => {
  for (const address of ['http://shop.invalid/v1', 'https://shop.invalid/v1']) {
    await using both = await startBehind(address, responding(last), {
      authorization,
      certificate,
    });
    expect(await sendRaw(both.proxy.origin, get)).toBe(last);
  }
});

test.each(['http', 'https'])(
  'a request to %s that is longer than what waits for a tunnel arrives whole',
  async (scheme) => {
    const body = Buffer.alloc(8 * 1024 ** 2, 'abcdefghij');
    await using both = await startBehind(
      `${scheme}://shop.invalid/v1`,
      (socket) => {
        let length = 0;
        socket.on('data', (bytes: Buffer) => {
          length += bytes.length;
          if (length > body.length) socket.end(last);
        });
      },
      { authorization },
    );
    const head = `POST /v1/x HTTP/1.1\r\nHost: shop.invalid\r\nContent-Length: ${body.length}\r\nConnection: keep-alive\r\n\r\n`;
    expect(await sendRaw(both.proxy.origin, Buffer.concat([Buffer.from(head), body]))).toBe(last);
    expect(both.received[0] === head + body.toString('latin1')).toBe(true);
  },
);

test('still verifies the certificate of the upstream inside a tunnel', async () => {
  await using both = await startBehind('https://other.invalid/v1', responding(last), { authorization });
  const { status, body } = parseResponse(await sendRaw(both.proxy.origin, get));
  expect([status, body]).toEqual([502, expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID')]);
  expect(both.received.join('')).toBe('');
});

test.each<[string, HttpProxyOptions, number, RegExp]>([
  [
    'requires other credentials',
    { authorization: 'Basic x' },
    502,
    /The upstream failed: the proxy 127\.0\.0\.1:\d+ does not accept the credentials, or requires some \(407\)/,
  ],
  [
    'refuses the tunnel',
    { respond: 'HTTP/1.1 403 Forbidden\r\n\r\n' },
    502,
    /opens no tunnel to shop\.invalid:443: it responds with \\"HTTP\/1\.1 403 Forbidden\\"/,
  ],
  ['closes the connection', { respond: '' }, 502, /closed the connection instead of opening a tunnel/],
  ['never responds', { silent: true }, 504, /the proxy 127\.0\.0\.1:\d+ opened no tunnel within 2000 ms/],
])('responds for an HTTP proxy that %s, without its password', async (_what, options, expected, message) => {
  await using both = await startBehind('https://shop.invalid/v1', responding(last), options);
  const { status, head, body } = parseResponse(await sendRaw(both.proxy.origin, get));
  expect([status, body]).toEqual([expected, expect.stringMatching(message)]);
  expect(head).toMatch(/^X-Store-Orders-Proxy: upstream-failed$/m);
  expect(both.seen.map(({ outcome }) => outcome)).toMatchObject([
    { kind: 'upstream-failed', connected: false },
  ]);
  for (const secret of ['word-42', authorization.slice(6)]) expect(body).not.toContain(secret);
  expect(both.received).toEqual([]);
});

test('responds for an HTTP proxy that is not there', async () => {
  const port = closedPort;
  const upstream = readUpstream('https://shop.invalid/v1', undefined, `http://127.0.0.1:${port}`);
  await using both = await startProxy(responding(), { upstream });
  const { status, body } = parseResponse(await sendRaw(both.proxy.origin, get));
  expect([status, body]).toEqual([
    502,
    expect.stringContaining(`Nothing listens at the proxy 127.0.0.1:${port} `),
  ]);
});

test('a client that leaves before the tunnel is open sends nothing', async () => {
  const asked = Promise.withResolvers<Socket>();
  await using through = await serveHere(
    createServer((socket) => socket.once('data', () => asked.resolve(socket))),
  );
  const upstream = readUpstream('http://shop.invalid/v1', undefined, through.origin);
  await using both = await startProxy(responding(), { upstream });
  const client = connect(both.proxy.port, '127.0.0.1');
  client.write(get);
  const tunnel = await asked.promise;
  client.resetAndDestroy();
  await expect(once(tunnel, 'end')).rejects.toThrow('ECONNRESET');
  await both.reported(1);
  expect(both.seen[0]?.outcome.kind).toBe('client-left');
});
