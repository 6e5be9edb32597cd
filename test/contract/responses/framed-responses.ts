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
  ['two different lengths in one Content-Length', framed('Content-Length: 10, 11'), 'R02'],
  ['the same Content-Length twice', framed('Content-Length: 10\r\nContent-Length: 10'), 'R02'],
  ['a negative Content-Length', framed('Content-Length: -1'), 'R02'],
  ['a Content-Length that is not a number', framed('Content-Length: ten'), 'R02'],
  ['a Content-Length with a plus sign', framed('Content-Length: +10'), 'R02'],
  ['a Content-Length in hexadecimal', framed('Content-Length: 0xa'), 'R02'],
  ['two Content-Types', framed('Content-Type: text/html\r\nContent-Length: 10'), 'R02'],
  ['chunks without an end', `${chunked}a\r\n${body}\r\n`, 'R02'],
  ['a chunk cut short', `${chunked}ff\r\n${body}`, 'R02'],
  ['a chunk longer than its size', `${chunked}9\r\n${body}\r\n0\r\n\r\n`, 'R02'],
  ['a chunk without a size', `${chunked}\r\n${body}\r\n0\r\n\r\n`, 'R02'],
  ['a chunk size that is not a number', `${chunked}ten\r\n${body}\r\n0\r\n\r\n`, 'R02'],
  ['a chunk size with a sign', `${chunked}+a\r\n${body}\r\n0\r\n\r\n`, 'R02'],
  ['chunk lines that end in LF only', `${chunked}a\n${body}\n0\n\n`, 'R02'],
  ['a trailer that is not a header', `${chunked}a\r\n${body}\r\n0\r\nnot a trailer\r\n\r\n`, 'R02'],
  ['bytes after the last chunk', `${chunked}${chunks}more`, 'R02'],
  [
    'chunks in HTTP/1.0',
    `HTTP/1.0 200 OK\r\n${json}\r\nTransfer-Encoding: chunked\r\n\r\na\r\n${body}\r\n0\r\n\r\n`,
    'R02',
  ],
  ['a transfer coding nobody asked for', framed('Transfer-Encoding: gzip, chunked', chunks), 'R02'],
  ['the transfer coding identity', framed('Transfer-Encoding: identity'), 'R02'],
  ['a head without an end', `${ok}${json}\r\n`, 'R02'],
  ['no HTTP at all', 'SSH-2.0-OpenSSH_9.7\r\n', 'R02'],
  ['a TLS alert', Buffer.from([0x15, 3, 3, 0, 2, 2, 0x46]), 'R02'],
  ['HTTP/2', 'HTTP/2 200\r\n\r\n', 'R02'],
  ['HTTP/0.9', body, 'R02'],
  ['a status of two digits', 'HTTP/1.1 20 OK\r\n\r\n', 'R02'],
  ['a status that is not a number', 'HTTP/1.1 OK 200\r\n\r\n', 'R02'],
  [
    'a switch of protocols nobody asked for',
    'HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n',
    'R02',
  ],
  ['a space before a colon', framed('Content-Length : 10'), 'R02'],
  ['a header line without a colon', framed('nonsense\r\nContent-Length: 10'), 'R02'],
  ['a folded header', framed('X-Long: one\r\n two\r\nContent-Length: 10'), 'R02'],
  ['a NUL in a header', framed('X-Odd: a\0b\r\nContent-Length: 10'), 'R02'],
  ['a carriage return in a header', framed('X-Odd: a\rb\r\nContent-Length: 10'), 'R02'],
  ['a header name with a space', framed('X Odd: a\r\nContent-Length: 10'), 'R02'],
  ['an empty header name', framed(': a\r\nContent-Length: 10'), 'R02'],
  ['head lines that end in LF only', `HTTP/1.1 200 OK\n${json}\nContent-Length: 10\n\n${body}`, 'R02'],
  ['invalid gzip', encoded('gzip', Buffer.from(body)), 'R02'],
  ['gzip cut short', encoded('gzip', zlib.gzipSync(body).subarray(0, -6)), 'R02'],
  ['bytes after the gzip content', encoded('gzip', zlib.gzipSync(body), 'more'), 'R02'],
  ['zeros after the gzip content', encoded('gzip', zlib.gzipSync(body), '\0\0\0\0'), 'R02'],
  ['bytes after the deflate content', encoded('deflate', zlib.deflateSync(body), 'more'), 'R02'],
  ['bytes after the br content', encoded('br', zlib.brotliCompressSync(body), 'more'), 'R02'],
  ['bytes after the zstd content', encoded('zstd', zlib.zstdCompressSync(body), 'more'), 'R02'],
  ['br cut short', encoded('br', zlib.brotliCompressSync(body).subarray(0, -3)), 'R02'],
  ['zstd cut short', encoded('zstd', zlib.zstdCompressSync(body).subarray(0, -3)), 'R02'],
  ['deflate without its zlib header', encoded('deflate', zlib.deflateRawSync(body)), 'R02'],
  ['invalid br', encoded('br', Buffer.from(body)), 'R02'],
  ['invalid zstd', encoded('zstd', Buffer.from(body)), 'R02'],
  ['an unknown content coding', encoded('rot13', Buffer.from(body)), 'R02'],
  ['content with a length', plain + body],
  ['content on a connection that stays open', plain + body, '', { ending: 'hold' }],
  ['chunks', chunked + chunks],
  [
    'many chunks, sizes in either case, with leading zeros',
    `${chunked}00001\r\n[\r\nA\r\n{"id":1  }\r\n1\r\n]\r\n000\r\n\r\n`,
  ],
  ['chunks with extensions and trailers', `${chunked}a;x=1;y="2"\r\n${body}\r\n0\r\nX-Sum: 1\r\n\r\n`],
  ['a transfer coding in capitals', framed('Transfer-Encoding: CHUNKED', chunks)],
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
    framed(
      'X-Request-Id: 1\r\nLink: </y>\r\nSet-Cookie: a=b\r\nSet-Cookie: c=d\r\nETag: "1"\r\nContent-Length: 10',
    ),
  ],
  ['a header with an empty value', framed('X-Empty:\r\nContent-Length: 10')],
  ['a header beyond ASCII', Buffer.from(framed('X-Name: J\xfcrgen\r\nContent-Length: 10'), 'latin1')],
  ['gzip', encoded('gzip', zlib.gzipSync(body))],
  ['gzip under its old name', encoded('X-GZIP', zlib.gzipSync(body))],
  ['gzip of two members', encoded('gzip', Buffer.concat([zlib.gzipSync('[{"id"'), zlib.gzipSync(':1}]')]))],
  ['deflate', encoded('deflate', zlib.deflateSync(body))],
  ['br', encoded('br', zlib.brotliCompressSync(body))],
  ['zstd', encoded('zstd', zlib.zstdCompressSync(body))],
  ['two content codings', encoded('gzip, br', zlib.brotliCompressSync(zlib.gzipSync(body)))],
  ['the coding identity', encoded('identity', Buffer.from(body))],
  ['a response byte by byte', [...Buffer.from(chunked + chunks)].map((byte) => Buffer.from([byte]))],
];
