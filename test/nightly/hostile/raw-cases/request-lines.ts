import { whole } from './h1spec.ts';
import { cancelOf, close, key, list, type RawCase } from './raw-case.ts';

/** Wrong request lines. */
export const requestLines: readonly RawCase[] = [
  {
    what: 'two spaces after the method',
    bytes: `GET  ${list} HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [401],
  },
  { what: 'a tab after the method', bytes: `GET\t${list} HTTP/1.1\r\nHost: a\r\n\r\n`, expected: [400] },
  { what: 'a method in small letters', bytes: `get ${list} HTTP/1.1\r\nHost: a\r\n\r\n`, expected: [400] },
  {
    what: 'the name of the protocol in small letters',
    bytes: `GET ${list} http/1.1\r\nHost: a\r\n\r\n`,
    expected: [400],
  },
  { what: 'another protocol', bytes: `GET ${list} RTSP/1.0\r\nHost: a\r\n${close}\r\n\r\n`, expected: [401] },
  { what: 'version 1.10', bytes: `GET ${list} HTTP/1.10\r\nHost: a\r\n\r\n`, expected: [400] },
  { what: 'a line of HTTP 0.9', bytes: `GET ${list}\r\n\r\n`, expected: [401] },
  { what: 'lines that end in a lone line feed', bytes: `GET ${list} HTTP/1.1\nHost: a\n\n`, expected: [400] },
  { what: 'empty lines before the request', bytes: `\r\n\r\n${whole}`, expected: [200] },
  { what: 'a NUL in the target', bytes: `GET /v1\u0000 HTTP/1.1\r\nHost: a\r\n\r\n`, expected: [400] },
  { what: 'a DEL in the target', bytes: `GET /v1\u007f HTTP/1.1\r\nHost: a\r\n\r\n`, expected: [400] },
  {
    what: 'high bytes in the target',
    bytes: Buffer.from(`GET /v1/\u00ff\u00fe HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`, 'latin1'),
    expected: [400],
  },
  {
    what: 'a target without a slash',
    bytes: `GET v1/store/orders HTTP/1.1\r\nHost: a\r\n\r\n`,
    expected: [400],
  },
  {
    what: 'a target of another scheme',
    bytes: `GET file:///etc/passwd HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  { what: 'CONNECT', bytes: 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', expected: [] },
  {
    what: 'OPTIONS of the whole server',
    bytes: `OPTIONS * HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  {
    what: 'dot segments out of the base path',
    bytes: `GET /v1/../../../etc/passwd HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  {
    what: 'a broken percent-encoding of UTF-8',
    bytes: `GET /v1/%E0%A4%A HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  { what: 'line ends in a percent-encoded id', bytes: cancelOf('1%0d%0aX:%20y'), expected: [404] },
  { what: 'a NUL in a percent-encoded id', bytes: cancelOf('1%00'), expected: [404] },
  { what: 'an id of 10 KB', bytes: cancelOf('1'.repeat(10_000)), expected: [404] },
  { what: 'the prototype as an id', bytes: cancelOf('__proto__'), expected: [404] },
  {
    what: 'the prototype as an environment',
    bytes: `GET /__proto__/v1/store/orders HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  {
    what: 'a target with a host and no path',
    bytes: `GET file://?a HTTP/1.1\r\nHost: a\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  {
    what: 'a target of a host alone, with a key',
    bytes: `GET http://a HTTP/1.1\r\nHost: a\r\n${key}\r\n${close}\r\n\r\n`,
    expected: [404],
  },
  {
    what: 'a target of 1 MB',
    bytes: `GET /${'a'.repeat(1_000_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    expected: [431],
  },
];
