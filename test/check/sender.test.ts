import net, { createServer, type Socket } from 'node:net';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import type { RequestKey } from '../../src/contract/api-key.ts';
import { cancelOrder, listOrders } from '../../src/contract/requests.ts';
import { exchangeWith, json, list, response } from '../contract/responses/ask.ts';
import { expire } from '../support/expire.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';
import { apiKey, outcomeOf, senderFor, serveRaw } from './outcome-of.ts';

const listing = listOrders();

test('sends exactly the planned request, once, with Connection: close', async () => {
  await using server = await serveRaw(list('[]'));
  const send = senderFor(`${server.baseUrl}/`, { headers: [['X-Tenant', 'a b']] });
  await send({ ...listing, query: 'limit=1&status=pending' });
  await send(cancelOrder(-(2n ** 63n)));
  const [get = '', cancel = ''] = server.requests;
  expect(server.requests).toHaveLength(2);
  expect(get.split('\r\n')).toEqual([
    'GET /v1/store/orders?limit=1&status=pending HTTP/1.1',
    `Host: ${new URL(server.baseUrl).host}`,
    'Accept: application/json',
    'Accept-Encoding: identity',
    expect.stringMatching(/^User-Agent: store-orders-sim\/\d/),
    'X-Tenant: a b',
    'Connection: close',
    `Authorization: Bearer ${apiKey}`,
    '',
    '',
  ]);
  expect(cancel).toMatch(/^DELETE \/v1\/store\/orders\/-9223372036854775808 HTTP\/1\.1\r\n/);
});

test.each<readonly [RequestKey, string | undefined]>([
  [{ kind: 'valid' }, `Bearer ${apiKey}`],
  [{ kind: 'none' }, undefined],
  [{ kind: 'invalid', how: 'empty' }, 'Bearer '],
])('sends the key %j', async (key, expected) => {
  await using server = await serveRaw(list('[]'));
  await senderFor(server.baseUrl)({ ...listing, key });
  const line = server.requests[0]?.split('\r\n').find((header) => header.startsWith('Authorization: '));
  expect(line?.slice('Authorization: '.length)).toBe(expected);
});

test('follows no redirect, so that the key goes nowhere else', async () => {
  await using elsewhere = await serveRaw(list('[]'));
  await using server = await serveRaw(response('302 Found', [`Location: ${elsewhere.baseUrl}/store/orders`]));
  expect(await outcomeOf(server.baseUrl)).toMatchObject({ kind: 'responded', response: { status: 302 } });
  expect(server.requests).toHaveLength(1);
  expect(elsewhere.requests).toEqual([]);
});

test('keeps the response byte for byte', async () => {
  const body = zlib.gzipSync('[{"id":9007199254740993}]');
  const exchange = await exchangeWith(
    response('200 All right', [json, 'Content-Encoding: gzip', 'x-A: 1', 'X-a: 2'], body),
  );
  expect(exchange.outcome).toMatchObject({
    kind: 'responded',
    response: {
      statusLine: 'HTTP/1.1 200 All right',
      rawHeaders: [
        ['Content-Type', 'application/json'],
        ['Content-Encoding', 'gzip'],
        ['x-A', '1'],
        ['X-a', '2'],
        ['Content-Length', String(body.length)],
      ],
      content: body,
      body: Buffer.from('[{"id":9007199254740993}]'),
      faults: [],
    },
  });
});

test('reports a name that cannot be resolved', async () => {
  // No name server is asked for a name with an empty label.
  expect(await outcomeOf('http://no-such-host..invalid/v1')).toMatchObject({ reason: 'dns' });
});

test('reports that nothing listens', async () => {
  const port = closedPort;
  expect(await outcomeOf(`http://127.0.0.1:${port}/v1`)).toEqual({
    kind: 'failed',
    reason: 'refused',
    message: `Nothing listens at 127.0.0.1:${port} (ECONNREFUSED); is the target running, and is the port correct?`,
  });
});

test('reports a target that accepts the request and sends nothing', async () => {
  await using server = await serveRaw('', 'hold');
  const limit = { timeoutMs: 1000 };
  expect(
    await expire(
      1000,
      () => server.begun,
      () => outcomeOf(server.baseUrl, limit),
    ),
  ).toMatchObject({
    reason: 'timeout',
    message: expect.stringMatching(/sent no response within 1000 ms\.$/),
  });
});

test('ends a response that keeps dripping at the time limit of the request', async () => {
  const dripping = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n');
      asked.resolve(socket);
    });
  });
  const asked = Promise.withResolvers<Socket>();
  const drip = async (): Promise<void> => {
    const socket = await asked.promise;
    await new Promise((resolve) => socket.write(' ', resolve));
  };
  await using server = await serveHere(dripping);
  const { port } = server;
  const ended = expire(500, drip, () => outcomeOf(`http://127.0.0.1:${port}/v1`, { timeoutMs: 500 }));
  expect(await ended).toEqual({
    kind: 'failed',
    reason: 'timeout',
    message: `The response of 127.0.0.1:${port} was still arriving after 500 ms.`,
  });
});

test('reports a target that closes or resets the connection without a response', async () => {
  await using closing = await serveRaw('');
  await using resetting = await serveRaw('', 'reset');
  expect(await outcomeOf(closing.baseUrl)).toMatchObject({
    reason: 'reset',
    message: expect.stringMatching(/^The target closed the connection without a response; are scheme/),
  });
  expect(await outcomeOf(resetting.baseUrl)).toMatchObject({ reason: 'reset' });
});

test('aborts the current request when the check is aborted, and sends nothing afterwards', async () => {
  await using server = await serveRaw('', 'hold');
  const stop = new AbortController();
  const send = senderFor(server.baseUrl, { signal: stop.signal, timeoutMs: 60_000 });
  const sending = send(listing);
  stop.abort();
  expect((await sending).outcome).toEqual({
    kind: 'failed',
    reason: 'aborted',
    message: 'The check was stopped.',
  });
  const before = server.requests.length;
  expect((await send(listing)).outcome).toMatchObject({ reason: 'aborted' });
  expect(server.requests).toHaveLength(before);
});

test('shows no bytes of a malformed response, and hides the key in other messages', async () => {
  for (const raw of [
    `HTTP/1.1 ${apiKey}\r\n\r\n`,
    `HTTP/1.1 200 OK\r\nbad ${apiKey}: 1\r\n\r\n[]`,
    `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${apiKey}\r\n`,
    `HTTP/1.1 200 OK\r\nContent-Encoding: ${apiKey}\r\n\r\n[]`,
    `${apiKey}\r\n\r\n`,
  ]) {
    await using server = await serveRaw(raw);
    const outcome = await outcomeOf(server.baseUrl);
    const message = outcome.kind === 'failed' ? outcome.message : outcome.response.faults.join(' ');
    expect(message).not.toContain(apiKey.slice(0, -1));
  }
});

test('refuses a path that would end the request line', async () => {
  await using server = await serveRaw(list('[]'));
  const send = senderFor(server.baseUrl);
  await expect(send({ ...listing, path: '/a HTTP/1.1\r\nX: y' })).rejects.toThrow('percent-encoded');
  expect(server.requests).toEqual([]);
});

test('returns the buffer of an earlier body for equal bytes', async () => {
  await using server = await serveRaw(list('[{"id":1}]'));
  const send = senderFor(server.baseUrl);
  const [first, second] = [(await send(listing)).outcome, (await send(listing)).outcome];
  if (first.kind === 'failed' || second.kind === 'failed') throw new Error('no response');
  expect(second.response.body).toBe(first.response.body);
  expect(second.response.content).toBe(first.response.body);
});

test.each([
  ['1 MB of head', `HTTP/1.1 200 OK\r\nX-Big: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ['100,000 headers', `HTTP/1.1 200 OK\r\n${'X-Many: 1\r\n'.repeat(100_000)}\r\n`],
  ['a body that is declared too large', 'HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n'],
  ['a body that is too large', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1_000_001)}`],
])('fails for %s', async (_name, raw) => {
  expect((await exchangeWith(raw, { ending: 'hold', maxBodyBytes: 1_000_000 })).outcome).toMatchObject({
    kind: 'failed',
    reason: 'too-large',
  });
});

test.each([
  ['gzip', zlib.gzipSync],
  ['deflate', zlib.deflateSync],
  ['br', zlib.brotliCompressSync],
  ['zstd', zlib.zstdCompressSync],
] as const)('fails for a bomb of %s without unpacking it', async (coding, pack) => {
  const bomb = pack(Buffer.alloc(20_000_000));
  const outcome = (
    await exchangeWith(response('200 OK', [`Content-Encoding: ${coding}`], bomb), { maxBodyBytes: 1_000_000 })
  ).outcome;
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'too-large' });
});

test('unpacks at most a mebibyte of a 401', async () => {
  const unpack = async (status: string, bytes: number) => {
    const packed = zlib.gzipSync(Buffer.alloc(bytes));
    return (await exchangeWith(response(status, ['Content-Encoding: gzip'], packed))).outcome.kind;
  };
  expect(await unpack('401 Unauthorized', 1024 ** 2)).toBe('responded');
  expect(await unpack('401 Unauthorized', 1024 ** 2 + 1)).toBe('failed');
  expect(await unpack('200 OK', 1024 ** 2 + 1)).toBe('responded');
});

test('fails for a body without an end', async () => {
  const server = net.createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
    const more = (): void => {
      while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(0x1000)}\r\n`));
    };
    socket.on('drain', more);
    more();
  });
  await using here = await serveHere(server);
  expect(await outcomeOf(`${here.origin}/v1`)).toMatchObject({ kind: 'failed', reason: 'too-large' });
  server.close();
});
