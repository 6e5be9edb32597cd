import { cancel, hidden, type RawCase } from './raw-case.ts';

/** Requests that two parsers could delimit differently. */
export const smuggling: readonly RawCase[] = [
  {
    what: 'Transfer-Encoding, then Content-Length',
    bytes: cancel('Transfer-Encoding: chunked', 'Content-Length: 5'),
    expected: [400],
  },
  {
    what: 'a space before the colon of Transfer-Encoding',
    bytes: cancel('Transfer-Encoding : chunked'),
    expected: [400],
  },
  {
    what: 'a vertical tab before chunked',
    bytes: cancel('Transfer-Encoding: \u000bchunked'),
    expected: [400],
  },
  { what: 'a coding that is not chunked', bytes: cancel('Transfer-Encoding: xchunked'), expected: [400] },
  {
    what: 'chunked, and then another coding',
    bytes: cancel('Transfer-Encoding: chunked, identity'),
    expected: [400],
  },
  {
    what: 'Transfer-Encoding twice, the last not chunked',
    bytes: cancel('Transfer-Encoding: chunked', 'Transfer-Encoding: cow'),
    expected: [400],
  },
  { what: 'chunked in quotes', bytes: cancel('Transfer-Encoding: "chunked"'), expected: [400] },
  { what: 'a Content-Length with a plus', bytes: cancel('Content-Length: +0'), expected: [400] },
  { what: 'a Content-Length with a comma', bytes: cancel('Content-Length: 0, 0'), expected: [400] },
  { what: 'a Content-Length in hexadecimal', bytes: cancel('Content-Length: 0x0'), expected: [400] },
  { what: 'a Content-Length in two numbers', bytes: cancel('Content-Length: 0 0'), expected: [400] },
  {
    what: 'a Content-Length beyond 64 bits',
    bytes: cancel('Content-Length: 18446744073709551616'),
    expected: [400],
  },
  {
    what: 'the same Content-Length twice',
    bytes: cancel('Content-Length: 0', 'Content-Length: 0'),
    expected: [400],
  },
  { what: 'an empty Content-Length', bytes: cancel('Content-Length: '), expected: [400] },
  {
    what: 'a chunk size beyond 64 bits',
    bytes: cancel('Transfer-Encoding: chunked', '', 'ffffffffffffffffff'),
    expected: [400],
  },
  { what: 'a chunk size below zero', bytes: cancel('Transfer-Encoding: chunked', '', '-1'), expected: [400] },
  {
    what: 'a chunk size with a prefix',
    bytes: cancel('Transfer-Encoding: chunked', '', '0x1', 'a', '0'),
    expected: [400],
  },
  {
    what: 'a chunk that is longer than its size',
    bytes: cancel('Transfer-Encoding: chunked', '', '1', 'ab', '0'),
    expected: [400],
  },
  {
    what: 'a chunk size that ends in a lone line feed',
    bytes: cancel('Transfer-Encoding: chunked', '', '1\na', '0'),
    expected: [400],
  },
  {
    what: 'a lone carriage return in a chunk extension',
    bytes: cancel('Transfer-Encoding: chunked', '', '1;a\rb', 'a', '0'),
    expected: [400],
  },
  {
    what: 'a trailer that is no header',
    bytes: cancel('Transfer-Encoding: chunked', '', '0', 'no trailer'),
    expected: [400],
  },
  {
    what: 'a chunk extension of 20 KB',
    bytes: cancel('Transfer-Encoding: chunked', '', `1;${'x'.repeat(20_000)}`, 'a', '0'),
    expected: [400],
  },
  { what: 'a request hidden in the body of another', bytes: hidden('Content-Length'), expected: [204] },
  { what: 'a request hidden in a chunk of another', bytes: hidden('Transfer-Encoding'), expected: [204] },
  {
    what: 'a request hidden behind a header name with a line feed',
    bytes: cancel('X: a\nTransfer-Encoding: chunked'),
    expected: [400],
  },
];
