import net from 'node:net';
import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { exchangeWith, response } from '../contract/responses/ask.ts';
import { serveHere } from '../support/serve-here.ts';
import { outcomeOf } from './outcome-of.ts';

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
