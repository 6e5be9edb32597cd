import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
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
