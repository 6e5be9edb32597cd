import { close, get, key, list, post, type RawCase } from './raw-case.ts';

/** The beginnings of one valid request: the server must wait for the rest, and then respond as if it arrived at once. */
export const whole: string = `GET ${list} HTTP/1.1\r\nHost: localhost\r\n${key}\r\n${close}\r\n\r\n`;
const beginningsOfH1spec = [
  'G',
  'GET ',
  `GET ${list}`,
  `GET ${list} `,
  `GET ${list} HTTP`,
  `GET ${list} HTTP/1.1`,
  `GET ${list} HTTP/1.1\r`,
  `GET ${list} HTTP/1.1\r\n`,
  `GET ${list} HTTP/1.1\r\nHos`,
  `GET ${list} HTTP/1.1\r\nHost:`,
  `GET ${list} HTTP/1.1\r\nHost: `,
  `GET ${list} HTTP/1.1\r\nHost: localhost`,
  `GET ${list} HTTP/1.1\r\nHost: localhost\r`,
  `GET ${list} HTTP/1.1\r\nHost: localhost\r\n`,
  whole.slice(0, -1),
];

/** Where a valid request is cut in two: the fifteen places of h1spec, and in the middle of the key. */
export const beginnings: readonly string[] = [
  ...beginningsOfH1spec,
  whole.slice(0, whole.indexOf('Bearer') + 3),
];

/** The requests of the suite h1spec that are whole, in our words. */
export const h1spec: readonly RawCase[] = [
  { what: 'no HTTP version', bytes: 'GET / \r\n\r\n', expected: [400] },
  {
    what: 'an Expect header that can be met',
    bytes: get('Host: a', key, close, 'Expect: 100-continue'),
    expected: [100, 200],
  },
  { what: 'a valid GET', bytes: get('Host: a', key, close), expected: [200] },
  {
    what: 'mixed case, a tab, and an empty value',
    bytes: get('hoSt:\ta', key, close, 'empty:'),
    expected: [200],
  },
  { what: 'a header name with brackets', bytes: get('Host: a', 'X-Invalid[]: test'), expected: [400] },
  { what: 'no Host, and a body that never comes', bytes: get('Content-Length: 5'), expected: [400] },
  { what: 'two different Host headers', bytes: get('Host: a', 'Host: b', close), expected: [400] },
  {
    what: 'a Content-Length far below zero',
    bytes: get('Host: a', 'Content-Length: -123456789123456789123456789'),
    expected: [400],
  },
  { what: 'a Content-Length below zero', bytes: get('Host: a', 'Content-Length: -1234'), expected: [400] },
  {
    what: 'a Content-Length that is no number',
    bytes: get('Host: a', 'Content-Length: abc'),
    expected: [400],
  },
  { what: 'a header value of spaces', bytes: get('Host: a', key, close, 'X-Empty: '), expected: [200] },
  { what: 'a bell in a header value', bytes: get('Host: a', 'X-Bad: a\u0007'), expected: [400] },
  { what: 'HTTP 9.9', bytes: `GET ${list} HTTP/9.9\r\nHost: a\r\n\r\n`, expected: [400] },
  { what: 'words before the method', bytes: `Extra line${get('Host: a')}`, expected: [400] },
  {
    what: 'a lone carriage return',
    bytes: `GET ${list} HTTP/1.1\r\nHost: a\r\n\rX: b\r\n\r\n`,
    expected: [400],
  },
  {
    what: 'a valid POST with a body',
    bytes: `POST ${list} HTTP/1.1\r\nHost: a\r\n${close}\r\nContent-Length: 5\r\n\r\nhello`,
    expected: [405],
  },
  {
    what: 'a valid POST in chunks',
    bytes: post('Transfer-Encoding: chunked', '', '10', '{"message":"hi"}', '0'),
    expected: [200],
  },
  {
    what: 'Content-Length and Transfer-Encoding in mixed case',
    bytes: post('content-LengtH: 5', 'TransFer-Encoding: chunked', '', '10', '{"message":"hi"}', '0'),
    expected: [400],
  },
];
