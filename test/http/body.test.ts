import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { type BodyReading, largestBody, maxUnfinished, readBody } from '../../src/http/body.ts';
import { serveHere } from '../support/serve-here.ts';

/** Sends a head and a part of its body, then leaves; returns what the server read. */
async function readingOf(length: number, sent: number, keep = largestBody): Promise<BodyReading> {
  const server = createServer();
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
  const [request]: IncomingMessage[] = await once(server, 'request');
  if (request === undefined) throw new Error('no request');
  const reading = readBody(request, { keep });
  socket.end(Buffer.alloc(sent, 'x'));
  return await reading;
}

test.each([0, largestBody])('reads a body of %i bytes', async (length) => {
  const reading = await readingOf(length, length);
  expect(reading.kind === 'whole' && reading.bytes.equals(Buffer.alloc(length, 'x'))).toBe(true);
});

test.each([
  ['a body of more than 1 MiB', largestBody + 1, largestBody + 1, 'too-large'],
  ['a body that says it has more than 1 MiB', 2 * largestBody, largestBody + 1, 'too-large'],
  ['a body that the client does not end', largestBody, largestBody - 1, 'aborted'],
])('does not read %s', async (_, length, sent, kind) => {
  expect(await readingOf(length, sent)).toEqual({ kind });
});

test('keeps the beginning of a body, and counts the whole', async () => {
  const reading = await readingOf(300_000, 300_000, 5);
  expect(reading).toEqual({ kind: 'whole', bytes: Buffer.from('xxxxx'), length: 300_000 });
});

test('the bodies that a process reads at once have a bound, at which connections are closed', async () => {
  const readings: Promise<BodyReading>[] = [];
  const server = createServer((request) => void readings.push(readBody(request)));
  await using here = await serveHere(server);
  const count = Math.ceil(maxUnfinished / largestBody) + 20;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(here.port, '127.0.0.1').on('error', () => {});
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${largestBody}\r\n\r\n`);
    socket.write(Buffer.alloc(largestBody - 1, 'x'));
    return socket;
  });
  const closed = () => sockets.filter((socket) => socket.destroyed).length;
  await expect.poll(closed, { timeout: 30_000 }).toBeGreaterThan(0);
  for (const socket of sockets) socket.destroy();
  await Promise.all(readings);
  expect(await readingOf(largestBody, largestBody)).toMatchObject({ kind: 'whole', length: largestBody });
});
