import { testKey } from '../../support/open-test-simulator.ts';

const key = `Authorization: Bearer ${testKey}`;
const orders = '/v1/store/orders';

/** A request with a key; lines after an empty one are its body. */
function send(method: string, target: string, ...lines: readonly string[]): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: a', key, 'Connection: close', ...lines, '', ''].join('\r\n');
}
const get = (...lines: readonly string[]) => send('GET', orders, ...lines);
const cancel = (...lines: readonly string[]) => send('DELETE', `${orders}/1`, ...lines);
const inChunks = (...lines: readonly string[]) => cancel('Transfer-Encoding: chunked', '', ...lines);
const otherCancel = `DELETE ${orders}/2 HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`;

/** A valid request. */
export const whole: string = get();

/** Requests as bytes of latin1, and the statuses of their responses. They may change only order 1. */
export const rawCases: readonly (readonly [what: string, bytes: string, statuses: readonly number[]])[] = [
  // Requests that two parsers could delimit differently.
  ['a space before the colon of Transfer-Encoding', cancel('Transfer-Encoding : chunked'), [400]],
  ['a vertical tab before chunked', cancel('Transfer-Encoding: \u000bchunked'), [400]],
  ['a coding that is not chunked', cancel('Transfer-Encoding: xchunked'), [400]],
  ['chunked, then another coding', cancel('Transfer-Encoding: chunked', 'Transfer-Encoding: cow'), [400]],
  ['a Content-Length with a plus', cancel('Content-Length: +0'), [400]],
  ['a Content-Length below zero', cancel('Content-Length: -1'), [400]],
  ['a Content-Length beyond 64 bits', cancel('Content-Length: 18446744073709551616'), [400]],
  ['the same Content-Length twice', cancel('Content-Length: 0', 'Content-Length: 0'), [400]],
  ['a chunk size beyond 64 bits', inChunks('ffffffffffffffffff'), [400]],
  ['a chunk size with a prefix', inChunks('0x1', 'a', '0'), [400]],
  ['a chunk that is longer than its size', inChunks('1', 'ab', '0'), [400]],
  ['a chunk size that ends in a lone line feed', inChunks('1\na', '0'), [400]],
  ['a chunk extension of 20 KB', inChunks(`1;${'x'.repeat(20_000)}`, 'a', '0'), [400]],
  ['a header name with a line feed', cancel('X: a\nTransfer-Encoding: chunked'), [400]],
  ['a lone carriage return', get('\rX: b'), [400]],
  [
    'a request hidden in a body',
    cancel(`Content-Length: ${otherCancel.length}`, '', otherCancel).slice(0, -4),
    [204],
  ],
  ['a request hidden in a chunk', inChunks(otherCancel.length.toString(16), otherCancel, '0'), [204]],
  // The server closes the connection unasked.
  [
    'Content-Length and Transfer-Encoding',
    `DELETE ${orders}/1 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    [400],
  ],
  ['two Host headers', `GET ${orders} HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n`, [400]],
  [
    'two Host headers and a body that never arrives',
    `DELETE ${orders}/1 HTTP/1.1\r\nHost: a\r\nHost: a\r\nContent-Length: 5\r\n\r\n`,
    [400],
  ],
  ['no Host header', `GET ${orders} HTTP/1.1\r\n\r\n`, [400]],
  // Lines that a parser could accept or that a log could repeat.
  ['a line of HTTP 0.9', `GET ${orders}\r\n\r\n`, [401]],
  ['version 1.10', `GET ${orders} HTTP/1.10\r\nHost: a\r\n\r\n`, [400]],
  ['lines that end in a lone line feed', `GET ${orders} HTTP/1.1\nHost: a\n\n`, [400]],
  ['a NUL in the target', send('GET', '/v1\u0000'), [400]],
  ['high bytes in the target', send('GET', '/v1/\u00ff\u00fe'), [400]],
  ['a TLS handshake', '\u0016\u0003\u0001\u0000\u0005\u0001\u0002\u0003\u0004\u0005', [400]],
  ['an asterisk', send('GET', '*'), [404]],
  ['a target without a path', send('GET', 'file://?a'), [404]],
  ['TRACE', send('TRACE', orders), [405]],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n', []],
  ['dot segments out of the base path', send('GET', '/v1/../../../etc/passwd'), [404]],
  ['line ends in a percent-encoded id', send('DELETE', `${orders}/1%0d%0aX:%20y`), [404]],
  ['an id of 10 KB', send('DELETE', `${orders}/${'1'.repeat(10_000)}`), [404]],
  ['the prototype as an environment', send('GET', '/__proto__/v1/store/orders'), [404]],
  ['a target of 1 MB', send('GET', `/${'a'.repeat(1_000_000)}`), [431]],
  ['a header of 1 MB', get(`X: ${'x'.repeat(1_000_000)}`), [431]],
  ['15 KB of spaces in a second Authorization', get(`Authorization: Bearer${' '.repeat(15_000)}`), [401]],
  ['high bytes in a header value', get('X: \u00ff\u0080'), [200]],
  ['an escape sequence in a header value', get('X: \u001b[31m'), [400]],
];
