import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readResponse } from './read-response.ts';

const ok = 'HTTP/1.1 200 OK\r\n';
const chunked = `${ok}Transfer-Encoding: chunked\r\n\r\n`;

function read(text: string, { complete = true, isLong = false } = {}) {
  const read = readResponse({ status: 200, bytes: Buffer.from(text, 'latin1'), complete, isLong });
  return { ...read, content: `${read.content}` };
}

test.each([
  [`HTTP/1.1 100 Continue\r\n\r\n${ok}A: b\r\nContent-Length: 5\r\n\r\nhello`, 'hello'],
  [`${chunked}5;x\r\nhello\r\nA\r\n0123456789\r\n0\r\nT: u\r\n\r\n`, 'hello0123456789'],
  [`${chunked}0\r\n\n`, ''],
  [`${ok}\r\nto the end`, 'to the end'],
  ['HTTP/1.1 204 No Content\r\n\r\nbytes', 'bytes'],
])('%j has the content %j', (text, content) => {
  expect(read(text)).toMatchObject({ content, faults: [], damaged: false, framingKnown: true });
});

const closed = 'The content is cut short: the connection was closed after 4 of 9 bytes';
test.each([
  [`${ok}Content-Length: 2\r\n\r\nhello`, '3 bytes after the end of the response'],
  [`${ok}Content-Length: 9\r\n\r\nfour`, closed],
  [`${chunked}4\r\nfour\r\n`, 'The chunked content has no end'],
  [`${chunked}4\r\nfo`, 'The chunked content has no end'],
  [`${chunked}0\r\nA: b\r\n`, 'The chunked content has no end'],
  [`${chunked}4\nfour`, 'The chunked content is malformed: a chunk begins with "4" instead of its size'],
  [`${chunked}4\r\nfours`, 'The chunked content has no end'],
  [`${chunked}4\r\nfours\r\n`, 'The chunked content is malformed: a chunk is longer than its size'],
  [
    `${chunked}0\r\nno trailer\r\n\r\n`,
    'The chunked content is malformed: it has a bad trailer: "no trailer"',
  ],
  [`${ok}Content-Type: a/b\r\ncontent-type: a/b\r\nContent-Length: 0\r\n\r\n`, 'Content-Type is repeated'],
])('%j has a fault', (text, fault) => {
  expect(read(text).faults).toEqual([fault]);
});

test.each([
  ['a part', `${ok}Content-Length: 9\r\n\r\nfour`, { complete: false }, false],
  ['a part without a length', `${ok}\r\nfour`, { complete: false }, false],
  ['the beginning', `${ok}Content-Length: 4\r\n\r\nfour`, { isLong: true }, true],
])('of a response of which the proxy has %s, only the head is judged', (_, text, options, framingKnown) => {
  expect(read(text, options)).toMatchObject({ content: '', faults: [], damaged: true, framingKnown });
});

test('a whole response is judged although its connection was cut', () => {
  const text = `${ok}Content-Length: 4\r\n\r\nfour`;
  expect(read(text, { complete: false })).toMatchObject({ content: 'four', faults: [], framingKnown: true });
});

test('any bytes after a head are read', () => {
  const piece = fc.constantFrom('\r\n', '\n', ':', 'Content-Length: 3', '3', '0', 'abc', ' ', '\0');
  fc.assert(
    fc.property(fc.constantFrom(`${ok}\r\n`, chunked), fc.array(piece), (head, pieces) => {
      expect(read(head + pieces.join('')).head.status).toBe(200);
    }),
  );
});
