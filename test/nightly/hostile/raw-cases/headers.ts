import { close, get, key, type RawCase } from './raw-case.ts';

/** Wrong or unusual headers. */
export const headers: readonly RawCase[] = [
  { what: 'a header of 1 MB', bytes: get('Host: a', key, `X: ${'x'.repeat(1_000_000)}`), expected: [431] },
  {
    what: 'a token of 1 MB',
    bytes: get('Host: a', `Authorization: Bearer ${'x'.repeat(1_000_000)}`),
    expected: [431],
  },
  {
    what: 'a token of 15 KB',
    bytes: get('Host: a', close, `Authorization: Bearer ${'x'.repeat(15_000)}`),
    expected: [401],
  },
  {
    what: '15 KB of spaces before the token',
    bytes: get('Host: a', close, `Authorization: Bearer${' '.repeat(15_000)}`),
    expected: [401],
  },
  { what: 'a header name of 1 MB', bytes: get('Host: a', `${'x'.repeat(1_000_000)}: a`), expected: [431] },
  { what: '100,000 headers', bytes: get('Host: a', ...Array<string>(100_000).fill('a: b')), expected: [431] },
  {
    what: '3,000 headers within the limit of bytes',
    bytes: get('Host: a', key, close, ...Array<string>(3000).fill('a:')),
    expected: [200],
  },
  { what: 'a header without a name', bytes: get('Host: a', ': b'), expected: [400] },
  { what: 'a space before the first header', bytes: get(' Host: a'), expected: [400] },
  {
    what: 'high bytes in a header value',
    bytes: Buffer.from(get('Host: a', key, close, 'X: \u00ff\u0080'), 'latin1'),
    expected: [200],
  },
  { what: 'an escape sequence in a header value', bytes: get('Host: a', 'X: \u001b[31m'), expected: [400] },
  { what: 'an empty Host', bytes: get('Host:', key, close), expected: [200] },
  { what: 'two equal Authorizations', bytes: get('Host: a', key, key, close), expected: [401] },
  {
    what: 'an Authorization in high bytes',
    bytes: Buffer.from(get('Host: a', 'Authorization: Bearer \u00ff', close), 'latin1'),
    expected: [401],
  },
  {
    what: 'an offer of HTTP/2',
    bytes: get(
      'Host: a',
      key,
      'Connection: close, Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQCAAAAAAIAAAAA',
    ),
    expected: [200],
  },
  {
    what: 'an offer of WebSocket',
    bytes: get(
      'Host: a',
      key,
      'Connection: Upgrade, close',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: eHh4eHh4eHh4eHh4eHh4eA==',
    ),
    expected: [200],
  },
  {
    what: 'two Expect headers',
    bytes: get('Host: a', close, 'Expect: 100-continue', 'Expect: a miracle'),
    expected: [100, 401],
  },
];
