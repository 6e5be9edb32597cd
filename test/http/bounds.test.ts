import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer, limitRequests } from '../../src/http/http-server.ts';
import { parseResponse, sendRaw } from '../support/raw-http.ts';
import { serveHere } from '../support/serve-here.ts';

test('closes a connection beyond the maximum without a response, and counts it', async () => {
  const refused: string[] = [];
  const onRefused = (reason: string) => void refused.push(reason);
  const server = createHttpServer(() => {}, undefined, { onRefused, maxConnections: 1 });
  await using here = await serveHere(server);
  const accepted = once(server, 'connection');
  const first = connect(here.port, '127.0.0.1');
  await accepted;
  expect(await sendRaw(here.origin, '')).toBe('');
  expect(refused).toEqual(['too_many_connections']);
  expect(first.destroyed).toBe(false);
  first.destroy();
});

test.each([
  [16_383, 200],
  [16_384, 431],
])('the response to %i bytes of target, header names and values is %i', async (bytes, status) => {
  await using here = await serveHere(createHttpServer((_, response) => void response.end()));
  const counted = '/ConnectioncloseX'.length;
  const head = `GET / HTTP/1.1\r\nConnection: close\r\nX: ${'x'.repeat(bytes - counted)}\r\n\r\n`;
  expect(parseResponse(await sendRaw(here.origin, head)).status).toBe(status);
});

test('of a connection, 64 requests may wait for their responses; one more closes it', async () => {
  const handled: string[] = [];
  await using here = await serveHere(createHttpServer(({ url = '' }) => void handled.push(url)));
  const text = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  expect(await sendRaw(here.origin, text.repeat(1_000))).toBe('');
  expect(handled).toHaveLength(64);
});

/** A server of so many requests at once, whose responses wait. */
async function serveWaiting(inAll: number) {
  const waiting: (() => void)[] = [];
  const handle = limitRequests((_, response) => void waiting.push(() => response.end()), { inAll });
  const here = await serveHere(createServer(handle));
  const ask = () => fetch(here.origin).then(({ status }) => status);
  const arrived = async (count: number): Promise<void> => {
    while (waiting.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  return { waiting, ask, arrived, here };
}

test('of all connections, so many requests may wait; one more gets 503', async () => {
  const { waiting, ask, arrived, here } = await serveWaiting(2);
  await using _ = here;
  const first = [ask(), ask()];
  await arrived(2);
  expect(await ask()).toBe(503);
  for (const respond of waiting) respond();
  expect(await Promise.all(first)).toEqual([200, 200]);
  const next = ask();
  await arrived(3);
  waiting[2]?.();
  expect(await next).toBe(200);
});

test('clients that pipeline leave half of the requests to others', async () => {
  const { waiting, ask, arrived, here } = await serveWaiting(4);
  await using _ = here;
  const text = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const two = connect(here.port, '127.0.0.1').on('error', () => {});
  two.write(text.repeat(2));
  await arrived(2);
  expect(await sendRaw(here.origin, text.repeat(2))).toBe('');
  const next = ask();
  await arrived(4);
  waiting[3]?.();
  expect(await next).toBe(200);
  two.destroy();
});
