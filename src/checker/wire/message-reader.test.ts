import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageReader, type ReadMessage } from './message-reader.ts';

const ok = 'HTTP/1.1 200 OK\r\n';

function read(text: string, end: 'closed' | 'reset' | 'silent' = 'closed', limit = 1000): ReadMessage {
  const reader = new MessageReader(limit);
  reader.push(Buffer.from(text, 'latin1'));
  return reader.result ?? reader.finish(end);
}

function faultsOf(result: ReadMessage): readonly string[] {
  return result.kind === 'message' ? result.faults : [`failed: ${result.message}`];
}

test('reads an answer that was split anywhere as it reads the whole', () => {
  const answers = [
    `HTTP/1.1 100 Continue\r\n\r\n${ok}A: b\r\nContent-Length: 5\r\n\r\nhello`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n5;x\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\n`,
    `${ok}\r\nto the end`,
    `${ok}Content-Length: 2\r\n\r\nhello`,
    `${ok}Transfer-Encoding: chunked\r\n\r\n5\r\nhelloworld\r\n0\r\n\r\n`,
    `${ok}Content-Length: 50\r\n\r\nhello`,
    'HTTP/1.1 204 No Content\r\n\r\nbytes',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...answers), fc.array(fc.nat(120)), (text, cuts) => {
      const reader = new MessageReader(1000);
      const places = [...new Set([0, ...cuts.filter((cut) => cut < text.length), text.length])].sort(
        (a, b) => a - b,
      );
      places.slice(1).forEach((place, index) => {
        const piece = Buffer.from(text.slice(places[index], place), 'latin1');
        reader.push(piece);
        // The next piece may come in the same memory.
        piece.fill('#');
      });
      expect(reader.result ?? reader.finish('closed')).toEqual(read(text));
    }),
  );
});

test('gives content that is known already back itself, and other content beside it', () => {
  const known = Buffer.from('hello');
  const contentOf = (text: string): Buffer | undefined => {
    const reader = new MessageReader(1000, known);
    reader.push(Buffer.from(text));
    const result = reader.finish('closed');
    return result.kind === 'message' ? result.content : undefined;
  };
  expect(contentOf(`${ok}Content-Length: 5\r\n\r\nhello`)).toBe(known);
  expect(contentOf(`${ok}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`)).toBe(known);
  for (const text of ['help!', 'hell', 'hello!', ''])
    expect(contentOf(`${ok}\r\n${text}`)?.toString()).toBe(text);
});

test('never throws, whatever bytes come', () => {
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
      expect(['message', 'failed']).toContain(read(pieces.join('')).kind);
    }),
  );
});

test('tells content cut short from a reset and from silence', () => {
  const cut = `${ok}Content-Length: 9\r\n\r\nfour`;
  expect(faultsOf(read(cut, 'closed'))).toEqual([
    'The content is cut short: the connection was closed after 4 of 9 bytes',
  ]);
  expect(faultsOf(read(cut, 'reset'))).toEqual([
    'The content is cut short: the connection was reset after 4 of 9 bytes',
  ]);
  expect(faultsOf(read(cut, 'silent'))).toEqual([
    'The content is cut short: nothing more came after 4 of 9 bytes',
  ]);
});

test('takes content without a length as whole only when the connection was closed', () => {
  expect(faultsOf(read(`${ok}\r\nfour`, 'closed'))).toEqual([]);
  expect(faultsOf(read(`${ok}\r\nfour`, 'reset'))).toEqual([
    'The content ends with the connection, and the connection was reset after 4 bytes',
  ]);
});

test('tells chunks without an end, and content without a length that stops', () => {
  const chunks = `${ok}Transfer-Encoding: chunked\r\n\r\n4\r\nfour\r\n`;
  expect(faultsOf(read(chunks, 'silent'))).toEqual([
    'The chunked content has no end: nothing more came after 4 bytes',
  ]);
  expect(faultsOf(read(`${ok}\r\nfour`, 'silent'))).toEqual([
    'The content ends with the connection, and nothing more came after 4 bytes',
  ]);
});

test('lets a reset after a whole answer pass', () => {
  expect(faultsOf(read(`${ok}Content-Length: 4\r\n\r\nfour`, 'reset'))).toEqual([]);
});

test.each([
  ['closed', '', 'reset'],
  ['reset', '', 'reset'],
  ['silent', '', 'timeout'],
  ['closed', 'HTTP/1.1 2', 'malformed'],
  ['reset', 'HTTP/1.1 2', 'reset'],
  ['silent', 'HTTP/1.1 200 OK\r\n', 'timeout'],
] as const)('fails an answer that was %s after %j as %s', (end, text, reason) => {
  expect(read(text, end)).toMatchObject({ kind: 'failed', reason });
});

test('fails an answer with more content than allowed, before it reads it', () => {
  expect(read(`${ok}Content-Length: 1001\r\n\r\n`)).toMatchObject({ kind: 'failed', reason: 'too-large' });
  expect(read(`${ok}Transfer-Encoding: chunked\r\n\r\n3E9\r\n`)).toMatchObject({ reason: 'too-large' });
  expect(read(`${ok}\r\n${'x'.repeat(1001)}`)).toMatchObject({ reason: 'too-large' });
  expect(read(`${ok}Content-Length: 1000\r\n\r\n${'x'.repeat(1000)}`)).toMatchObject({ kind: 'message' });
});

test.each([
  ['one header of 1 MB', `${ok}A: ${'x'.repeat(1_000_000)}\r\n\r\n`],
  ['a header line of 1 MB without an end', `${ok}A: ${'x'.repeat(1_000_000)}`],
  ['100,000 headers', `${ok}${'A: b\r\n'.repeat(100_000)}\r\n`],
  ['interim answers without an end', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(20_000)],
])('fails an answer with %s as too large', (_name, text) => {
  expect(read(text)).toMatchObject({ kind: 'failed', reason: 'too-large' });
});

test('fails bytes without a line end that are not HTTP as malformed', () => {
  expect(read('x'.repeat(1_000_000))).toMatchObject({ kind: 'failed', reason: 'malformed' });
});

test('stops at surplus bytes without an end', () => {
  const reader = new MessageReader(1000);
  reader.push(Buffer.from(`${ok}Content-Length: 0\r\n\r\n`));
  expect(reader.complete).toBe(true);
  expect(reader.result).toBeUndefined();
  reader.push(Buffer.alloc(64 * 1024));
  expect(reader.result).toMatchObject({ faults: ['At least 64 KiB came after the end of the answer'] });
});

test('keeps headers as they came, repeated ones too, in order', () => {
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
