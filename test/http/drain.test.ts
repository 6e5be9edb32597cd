import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { trackConnections } from '../../src/http/drain.ts';
import { dial } from '../support/raw-http.ts';
import { serveHere } from '../support/serve-here.ts';

const never = new AbortController().signal;
const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

/** A server whose responses wait until they are let go; `arrived(n)` resolves when n requests are there. */
async function listenAndHold() {
  const held: ServerResponse[] = [];
  const server = createServer((_, response) => void held.push(response));
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  onTestFinished(close);
  const arrived = async (count: number): Promise<void> => {
    while (held.length < count) await once(server, 'request');
  };
  return { held, arrived, origin, drain: trackConnections(server) };
}

test('responds to each of 100 requests in flight with Connection: close', async () => {
  const { held, arrived, origin, drain } = await listenAndHold();
  const clients = Array.from({ length: 100 }, () => dial(origin, request));
  await arrived(100);

  const stopped = drain(never);
  for (const response of held) response.end('done');
  await stopped;

  for (const client of clients)
    expect((await client.closed).text).toMatch(/200 OK.*\r\nConnection: close\r\n.*done/s);
});

test('does not wait for half-open, partial-header and idle keep-alive connections', async () => {
  const { held, arrived, origin, drain } = await listenAndHold();
  const unfinished = [dial(origin, ''), dial(origin, 'GET / HTTP/1.1\r\nHo')];
  // The server accepts connections in order.
  const idle = dial(origin, request);
  await arrived(1);
  held[0]?.end('first');
  await once(idle.socket, 'data');

  await drain(never);

  for (const client of unfinished) expect((await client.closed).text).toBe('');
  expect((await idle.closed).text).toContain('first');
});

test('responds to a request that arrives after the stop, while the response before it has begun', async () => {
  const { held, arrived, origin, drain } = await listenAndHold();
  const client = dial(origin, request);
  await arrived(1);
  held[0]?.write('begun ');
  await once(client.socket, 'data');

  const stopped = drain(never);
  client.socket.write(request);
  await arrived(2);
  held[0]?.end('first');
  await once(client.socket, 'data');
  held[1]?.end('second');
  await stopped;

  const responses = (await client.closed).text.split('HTTP/1.1 200 OK').slice(1);
  expect(responses).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  expect(responses.map((response) => /Connection: close/.test(response))).toEqual([false, true]);
});

test('closes what is in flight at the deadline, which a second stop can bring forward', async () => {
  const { held, arrived, origin, drain } = await listenAndHold();
  const client = dial(origin, request);
  await arrived(1);

  const first = drain(never);
  const deadline = new AbortController();
  const second = drain(deadline.signal);
  deadline.abort();
  await Promise.all([first, second]);

  expect((await client.closed).text).toBe('');
  expect(held[0]?.destroyed).toBe(true);
});
