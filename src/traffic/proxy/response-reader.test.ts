import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ReadResult, ResponseReader } from './response-reader.ts';

const ok = 'HTTP/1.1 200 OK\r\n';

function read(text: string, end: 'closed' | 'reset' | 'silent' = 'closed', limit = 1000): ReadResult {
  const reader = new ResponseReader(limit);
  reader.push(Buffer.from(text, 'latin1'));
  return reader.result ?? reader.finish(end);
}

function faultsOf(result: ReadResult): readonly string[] {
  return result.kind === 'response' ? result.faults : [`failed: ${result.message}`];
}

test('reads a response that is split anywhere like the whole response', () => {
  const responses = [
    `HTTP/1.1 100 Continue\r\n\r\n${ok}A: b\r\nContent-Length: 5\r\n\r\nhello`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n5;x\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\n`,
    `${ok}\r\nto the end`,
    `${ok}Content-Length: 2\r\n\r\nhello`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n0\r\n\r\n`,
    `${ok}Content-Length: 50\r\n\r\nhello`,
    'HTTP/1.1 204 No Content\r\n\r\nbytes',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...responses), fc.array(fc.nat(120)), (text, cuts) => {
      const reader = new ResponseReader(1000);
      const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
        (a, b) => a - b,
      );
      places.slice(1).forEach((place, index) => {
        const piece = Buffer.from(text.slice(places[index], place), 'latin1');
        reader.push(piece);
        // The next piece may use the same memory.
        piece.fill('#');
      });
      expect(reader.result ?? reader.finish('closed')).toEqual(read(text));
    }),
  );
});

test('never throws, for any bytes', () => {
  const piece = fc.constantFrom(
    'HTTP/1.1 200 OK',
    '\r\n',
    '\n',
    ':',
    'Content-Length: 3',
    'Transfer-Encoding: chunked',
    '3',
    'abc',
    ' ',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      expect(['response', 'failed']).toContain(read(pieces.join('')).kind);
    }),
  );
});

test('reports how content that is cut short ended', () => {
  const cut = `${ok}Content-Length: 9\r\n\r\nfour`;
  expect(faultsOf(read(cut, 'closed'))).toEqual([
    'The content is cut short: the connection was closed after 4 of 9 bytes',
  ]);
  expect(faultsOf(read(cut, 'reset'))).toEqual([
    'The content is cut short: the connection was reset after 4 of 9 bytes',
  ]);
  expect(faultsOf(read(cut, 'silent'))).toEqual([
    'The content is cut short: no more bytes arrived after 4 of 9 bytes',
  ]);
});

test('accepts content without a length only if the connection was closed', () => {
  expect(faultsOf(read(`${ok}\r\nfour`, 'closed'))).toEqual([]);
  expect(faultsOf(read(`${ok}\r\nfour`, 'reset'))).toEqual([
    'The content has no length, and the connection was reset after 4 bytes',
  ]);
});

test('reports chunks without an end, and content without a length that stops', () => {
  const chunks = `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n`;
  expect(faultsOf(read(chunks, 'silent'))).toEqual([
    'The chunked content has no end: no more bytes arrived after 4 bytes',
  ]);
  expect(faultsOf(read(`${ok}\r\nfour`, 'silent'))).toEqual([
    'The content has no length, and no more bytes arrived after 4 bytes',
  ]);
});

test('ignores a reset after a complete response', () => {
  expect(faultsOf(read(`${ok}Content-Length: 4\r\n\r\nfour`, 'reset'))).toEqual([]);
});

test.each([
  ['closed', '', 'reset'],
  ['reset', '', 'reset'],
  ['silent', '', 'timeout'],
  ['closed', 'HTTP/1.1 2', 'malformed'],
  ['reset', 'HTTP/1.1 2', 'reset'],
  ['silent', 'HTTP/1.1 200 OK\r\n', 'timeout'],
] as const)('a response that was %s after %j fails with %s', (end, text, reason) => {
  expect(read(text, end)).toMatchObject({ kind: 'failed', reason });
});

test('a response with too much content fails before the content is read', () => {
  expect(read(`${ok}Content-Length: 1001\r\n\r\n`)).toMatchObject({ kind: 'failed', reason: 'too-large' });
  expect(read(`${ok}Transfer-Encoding: chunked\r\n\r\n3E9\r\n`)).toMatchObject({ reason: 'too-large' });
  expect(read(`${ok}\r\n${'x'.repeat(1001)}`)).toMatchObject({ reason: 'too-large' });
  expect(read(`${ok}Content-Length: 1000\r\n\r\n${'x'.repeat(1000)}`)).toMatchObject({ kind: 'response' });
});

test.each([
  ['one header of 1 MB', `${ok}A: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ['a header line of 1 MB without an end', `${ok}A: ${'x'.repeat(1_000_000)}`],
  ['100,000 headers', `${ok}${'A: b\r\n'.repeat(100_000)}\r\n`],
  ['interim responses without an end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20_000)],
])('a response with %s fails as too large', (_name, text) => {
  expect(read(text)).toMatchObject({ kind: 'failed', reason: 'too-large' });
});

test('bytes that are not HTTP and have no line end fail as another protocol', () => {
  expect(read('x'.repeat(1_000_000))).toMatchObject({ kind: 'failed', reason: 'not-http' });
});

test('stops reading endless surplus bytes', () => {
  const reader = new ResponseReader(1000);
  reader.push(Buffer.from(`${ok}Content-Length: 0\r\n\r\n`));
  expect(reader.complete).toBe(true);
  expect(reader.result).toBeUndefined();
  reader.push(Buffer.alloc(64 * 1024));
  expect(reader.result).toMatchObject({ faults: ['At least 64 KiB after the end of the response'] });
});

test('keeps headers as received, in order, with repetitions', () => {
  expect(read(`${ok}b: 1\r\nA: 2\r\nB:  3 \r\n\r\n`)).toMatchObject({
    head: {
      statusLine: 'HTTP/1.1 200 OK',
      status: 200,
      rawHeaders: [
        ['b', '1'],
        ['A', '2'],
        ['B', '3'],
      ],
    },
  });
});

test.each([
  ['200 OK', 1024 ** 2 + 1, 'response'],
  ['401 Unauthorized', 1024 ** 2, 'response'],
  ['401 Unauthorized', 1024 ** 2 + 1, 'failed'],
  ['500 Oops', 1024 ** 2 + 1, 'failed'],
])('reads only a 200 with more than a mebibyte of content: %s with %i bytes', (status, bytes, kind) => {
  const text = `HTTP/1.1 ${status}\r\nContent-Length: ${bytes}\r\n\r\n${'x'.repeat(bytes)}`;
  const result = read(text, 'closed', 2 * 1024 ** 2);
  expect(result.kind).toBe(kind);
  if (result.kind === 'failed')
    expect(result.message).toContain('more than 1048576 bytes; only one with status 200 may have more.');
});
