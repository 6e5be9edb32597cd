import zlib from 'node:zlib';
import { expect, test } from 'vitest';
import { type Asked, json, placesBrokenBy, response } from './ask.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const body = '[{"id":1}]';
const plain = `${ok}${json}\r\nContent-Length: 10\r\n\r\n`;
const chunked = `${ok}${json}\r\nTransfer-Encoding: chunked\r\n\r\n`;
const encoded = (coding: string, bytes: Buffer): Buffer =>
  response('200 OK', [json, `Content-Encoding: ${coding}`], bytes);
const stop: Asked = { ending: 'hold', timeoutMs: 1000 };

type Case = readonly [name: string, response: string | Buffer | readonly Buffer[], asked?: Asked];

/** As `test.each` wants it: every case with all its parts. */
const rows = (cases: readonly Case[]) => cases.map(([name, raw, asked = {}]) => [name, raw, asked] as const);

const broken: readonly Case[] = [
  ['content cut short by the end of the connection', `${plain}[{"id"`],
  ['content that stops before its length', `${plain}[{"id"`, stop],
  ['bytes after the content', `${plain}${body}!`],
  ['a second response after the first', `${plain}${body}${plain}${body}`],
  ['bytes after the content on a connection that stays open', `${plain}${body}!`, { ending: 'hold' }],
  [
    'Content-Length together with chunks',
    `${ok}${json}\r\nContent-Length: 10\r\nTransfer-Encoding: chunked\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
  ],
  [
    'two different Content-Lengths',
    `${ok}${json}\r\nContent-Length: 10\r\nContent-Length: 11\r\n\r\n${body}`,
  ],
  ['two different lengths in one Content-Length', `${ok}${json}\r\nContent-Length: 10, 11\r\n\r\n${body}`],
  [
    'the same Content-Length twice',
    `${ok}${json}\r\nContent-Length: 10\r\nContent-Length: 10\r\n\r\n${body}`,
  ],
  ['a negative Content-Length', `${ok}${json}\r\nContent-Length: -1\r\n\r\n${body}`],
  ['a Content-Length that is not a number', `${ok}${json}\r\nContent-Length: ten\r\n\r\n${body}`],
  ['a Content-Length with a plus sign', `${ok}${json}\r\nContent-Length: +10\r\n\r\n${body}`],
  ['a Content-Length in hexadecimal', `${ok}${json}\r\nContent-Length: 0xa\r\n\r\n${body}`],
  ['two Content-Types', `${ok}${json}\r\nContent-Type: text/html\r\nContent-Length: 10\r\n\r\n${body}`],
  ['chunks without an end', `${chunked}a\r\n${body}\r\n`],
  ['a chunk cut short', `${chunked}ff\r\n${body}`],
  ['a chunk longer than its size', `${chunked}9\r\n${body}\r\n0\r\n\r\n`],
  ['a chunk without a size', `${chunked}\r\n${body}\r\n0\r\n\r\n`],
  ['a chunk size that is not a number', `${chunked}ten\r\n${body}\r\n0\r\n\r\n`],
  ['a chunk size with a sign', `${chunked}+a\r\n${body}\r\n0\r\n\r\n`],
  ['chunk lines that end in LF only', `${chunked}a\n${body}\n0\n\n`],
  ['a trailer that is not a header', `${chunked}a\r\n${body}\r\n0\r\nnot a trailer\r\n\r\n`],
  ['bytes after the last chunk', `${chunked}a\r\n${body}\r\n0\r\n\r\nmore`],
  [
    'chunks in HTTP/1.0',
    `HTTP/1.0 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
  ],
  [
    'a transfer coding nobody asked for',
    `${ok}${json}\r\nTransfer-Encoding: gzip, chunked\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
  ],
  ['the transfer coding identity', `${ok}${json}\r\nTransfer-Encoding: identity\r\n\r\n${body}`],
  ['a head without an end', `${ok}${json}\r\n`],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.7\r\n'],
  ['a TLS alert', Buffer.from([0x15, 3, 3, 0, 2, 2, 0x46])],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n'],
  ['HTTP/0.9', body],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n'],
  ['a status that is not a number', 'HTTP/1.1 OK 200\r\n\r\n'],
  ['a switch of protocols nobody asked for', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n'],
  ['a status line without its last space', `HTTP/1.1 200\r\n${json}\r\nContent-Length: 10\r\n\r\n${body}`],
  ['an empty line before the status line', `\r\n${plain}${body}`],
  ['a space before a colon', `${ok}${json}\r\nContent-Length : 10\r\n\r\n${body}`],
  ['a header line without a colon', `${ok}${json}\r\nnonsense\r\nContent-Length: 10\r\n\r\n${body}`],
  ['a folded header', `${ok}${json}\r\nX-Long: one\r\n two\r\nContent-Length: 10\r\n\r\n${body}`],
  ['a NUL in a header', `${ok}${json}\r\nX-Odd: a\0b\r\nContent-Length: 10\r\n\r\n${body}`],
  ['a carriage return in a header', `${ok}${json}\r\nX-Odd: a\rb\r\nContent-Length: 10\r\n\r\n${body}`],
  ['a header name with a space', `${ok}${json}\r\nX Odd: a\r\nContent-Length: 10\r\n\r\n${body}`],
  ['an empty header name', `${ok}${json}\r\n: a\r\nContent-Length: 10\r\n\r\n${body}`],
  ['head lines that end in LF only', `HTTP/1.1 200 OK\n${json}\nContent-Length: 10\n\n${body}`],
  ['invalid gzip', encoded('gzip', Buffer.from(body))],
  ['gzip cut short', encoded('gzip', zlib.gzipSync(body).subarray(0, -6))],
  [
    'bytes after the gzip content',
    encoded('gzip', Buffer.concat([zlib.gzipSync(body), Buffer.from('more')])),
  ],
  ['zeros after the gzip content', encoded('gzip', Buffer.concat([zlib.gzipSync(body), Buffer.alloc(4)]))],
  [
    'bytes after the deflate content',
    encoded('deflate', Buffer.concat([zlib.deflateSync(body), Buffer.from('more')])),
  ],
  [
    'bytes after the br content',
    encoded('br', Buffer.concat([zlib.brotliCompressSync(body), Buffer.from('more')])),
  ],
  [
    'bytes after the zstd content',
    encoded('zstd', Buffer.concat([zlib.zstdCompressSync(body), Buffer.from('more')])),
  ],
  ['br cut short', encoded('br', zlib.brotliCompressSync(body).subarray(0, -3))],
  ['zstd cut short', encoded('zstd', zlib.zstdCompressSync(body).subarray(0, -3))],
  ['deflate without its zlib header', encoded('deflate', zlib.deflateRawSync(body))],
  ['invalid br', encoded('br', Buffer.from(body))],
  ['invalid zstd', encoded('zstd', Buffer.from(body))],
  ['an unknown content coding', encoded('rot13', Buffer.from(body))],
];

test.each(rows(broken))('catches %s', async (_name, raw, asked) => {
  expect(await placesBrokenBy(raw, asked)).toEqual(['R02']);
});

const legal: readonly Case[] = [
  ['content with a length', plain + body],
  ['content on a connection that stays open', plain + body, { ending: 'hold' }],
  ['chunks', `${chunked}a\r\n${body}\r\n0\r\n\r\n`],
  [
    'many chunks, sizes in either case, with leading zeros',
    `${chunked}00001\r\n[\r\nA\r\n{"id":1  }\r\n1\r\n]\r\n000\r\n\r\n`,
  ],
  ['chunks with extensions and trailers', `${chunked}a;x=1;y="2"\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`],
  [
    'a transfer coding in capitals',
    `${ok}${json}\r\nTransfer-Encoding: CHUNKED\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
  ],
  ['content that ends with the connection', `${ok}${json}\r\n\r\n${body}`],
  ['a response of HTTP/1.0', `HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}`],
  ['an interim response first', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${plain}${body}`],
  [
    'two interim responses first',
    `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n${plain}${body}`,
  ],
  ['an empty reason', `HTTP/1.1 200 \r\n${json}\r\nContent-Length: 10\r\n\r\n${body}`],
  ['another reason', `HTTP/1.1 200 All your orders\r\n${json}\r\nContent-Length: 10\r\n\r\n${body}`],
  ['header names in any case', `${ok}cONTENT-tYPE: application/json\r\nCONTENT-LENGTH: 10\r\n\r\n${body}`],
  [
    'headers without a space, and with many',
    `${ok}Content-Type:application/json\r\nContent-Length: \t 10 \t\r\n\r\n${body}`,
  ],
  [
    'headers nobody asked for',
    `${ok}${json}\r\nX-Request-Id: 1\r\nLink: </y>\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nETag: "1"\r\nContent-Length: 10\r\n\r\n${body}`,
  ],
  ['a header with an empty value', `${ok}${json}\r\nX-Empty:\r\nContent-Length: 10\r\n\r\n${body}`],
  [
    'a header beyond ASCII',
    Buffer.from(`${ok}${json}\r\nX-Name: J\xfcrgen\r\nContent-Length: 10\r\n\r\n${body}`, 'latin1'),
  ],
  ['gzip', encoded('gzip', zlib.gzipSync(body))],
  ['gzip under its old name', encoded('X-GZIP', zlib.gzipSync(body))],
  ['gzip of two members', encoded('gzip', Buffer.concat([zlib.gzipSync('[{"id"'), zlib.gzipSync(':1}]')]))],
  ['deflate', encoded('deflate', zlib.deflateSync(body))],
  ['br', encoded('br', zlib.brotliCompressSync(body))],
  ['zstd', encoded('zstd', zlib.zstdCompressSync(body))],
  ['two content codings', encoded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(body)))],
  ['the coding identity', encoded('identity', Buffer.from(body))],
  [
    'a response byte by byte',
    [...Buffer.from(`${chunked}a\r\n${body}\r\n0\r\n\r\n`)].map((byte) => Buffer.from([byte])),
  ],
];

test.each(rows(legal))('accepts %s', async (_name, raw, asked) => {
  expect(await placesBrokenBy(raw, asked)).toEqual([]);
});
