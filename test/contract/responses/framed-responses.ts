import zlib from 'node:zlib';
import { type Asked, json, type ResponseCase, response } from './ask.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const body = '[{"id":1}]';
/** A response with these header lines, and this after its head. */
const framed = (headers: string, after = body): string => `${ok}${json}\r\n${headers}\r\n\r\n${after}`;
const plain = framed('Content-Length: 10', '');
const chunked = framed('Transfer-Encoding: chunked', '');
const chunks = `a\r\n${body}\r\n0\r\n\r\n`;
const encoded = (coding: string, bytes: Buffer, more = ''): Buffer =>
  response('200 OK', [json, `Content-Encoding: ${coding}`], Buffer.concat([bytes, Buffer.from(more)]));
const stop: Asked = { ending: 'hold', timeoutMs: 1000 };

/** Responses to a request for the list with one order, in every framing. */
export const framedResponses: readonly ResponseCase[] = [
  ['content cut short by the end of the connection', `${plain}[{"id"`, 'R02'],
  ['content that stops before its length', `${plain}[{"id"`, 'R02', stop],
  ['bytes after the content', `${plain}${body}!`, 'R02'],
  ['bytes after the content on a connection that stays open', `${plain}${body}!`, 'R02', { ending: 'hold' }],
  [
    'Content-Length together with chunks',
    framed('Content-Length: 10\r\nTransfer-Encoding: chunked', chunks),
    'R02',
  ],
  ['two different Content-Lengths', framed('Content-Length: 10\r\nContent-Length: 11'), 'R02'],
  ['two Content-Types', framed('Content-Type: text/html\r\nContent-Length: 10'), 'R02'],
  ['chunks without an end', `${chunked}a\r\n${body}\r\n`, 'R02'],
  [
    'chunks in HTTP/1.0',
    `HTTP/1.0 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
    'R02',
  ],
  ['a transfer coding nobody asked for', framed('Transfer-Encoding: gzip, chunked', chunks), 'R02'],
  ['a head without an end', `${ok}${json}\r\n`, 'R02'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.7\r\n', 'R02'],
  ['a TLS alert', Buffer.from([0x15, 3, 3, 0, 2, 2, 0x46]), 'R02'],
  [
    'a switch of protocols nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n',
    'R02',
  ],
  ['invalid gzip', encoded('gzip', Buffer.from(body)), 'R02'],
  ['gzip cut short', encoded('gzip', zlib.gzipSync(body).subarray(0, -6)), 'R02'],
  ['bytes after the gzip content', encoded('gzip', zlib.gzipSync(body), 'more'), 'R02'],
  ['deflate without its zlib header', encoded('deflate', zlib.deflateRawSync(body)), 'R02'],
  ['an unknown content coding', encoded('rot13', Buffer.from(body)), 'R02'],
  ['content on a connection that stays open', plain + body, '', { ending: 'hold' }],
  ['chunks', chunked + chunks],
  [
    'many chunks, sizes in either case, with leading zeros',
    `${chunked}00001\r\n[\r\nA\r\n{"id":1  }\r\n1\r\n]\r\n000\r\n\r\n`,
  ],
  ['content that ends with the connection', `${ok}${json}\r\n\r\n${body}`],
  ['a response of HTTP/1.0', `HTTP/1.0 200 OK\r\n${json}\r\n\r\n${body}`],
  ['an interim response first', `HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n${plain}${body}`],
  [
    'headers nobody asked for',
    framed(
      'X-Request-Id: 1\r\nLink: </y>\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nETag: "1"\r\nContent-Length: 10',
    ),
  ],
  ['a header beyond ASCII', Buffer.from(framed('X-Name: J\xfcrgen\r\nContent-Length: 10'), 'latin1')],
  ['two content codings', encoded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(body)))],
  ['the coding identity', encoded('identity', Buffer.from(body))],
  ['a response byte by byte', [...Buffer.from(chunked + chunks)].map((byte) => Buffer.from([byte]))],
];
