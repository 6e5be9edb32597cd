import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type BodyReading, largestBody, readBody } from '../../../src/simulator/server/request-body.ts';
import { serveHere } from '../../helpers/serve-here.ts';

/** Sends a head and a part of its body, then leaves; returns what the server read. */
async function readingOf(length: number, sent: number): Promise<BodyReading> {
  const server = createServer();
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  const [request] = await once(server, 'request');
  const reading = readBody(request);
  socket.end(Buffer.alloc(sent, 'x'));
  return await reading;
}

test.each([0, 3, largestBody])('reads a body of %i bytes', async (length) => {
  const reading = await readingOf(length, length);
  expect(reading.kind === 'whole' && reading.bytes.equals(Buffer.alloc(length, 'x'))).toBe(true);
});

test('reads no more than 1 MiB', async () => {
  expect(largestBody).toBe(1_048_576);
  expect(await readingOf(largestBody + 1, largestBody + 1)).toEqual({ kind: 'too-large' });
  expect(await readingOf(2 * largestBody, largestBody + 1)).toEqual({ kind: 'too-large' });
});

test('ends when the client leaves before the end of the body', async () => {
  expect(await readingOf(3, 2)).toEqual({ kind: 'aborted' });
  expect(await readingOf(largestBody, largestBody - 1)).toEqual({ kind: 'aborted' });
});
