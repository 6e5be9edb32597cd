import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { serveHere } from '../helpers/serve-here.ts';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
const last = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

test('handles at most 288 requests in one turn of the event loop, and all of 10 connections in the end', async () => {
  let [inTurn, most, handled] = [0, 0, 0];
  const server = createHttpServer((_request, response) => {
    if (inTurn === 0)
      setImmediate(() => {
        inTurn = 0;
      });
    inTurn += 1;
    handled += 1;
    most = Math.max(most, inTurn);
    response.end('ok');
  });
  await using here = await serveHere(server);
  const clients = Array.from({ length: 10 }, async () => {
    const socket = connect(here.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    socket.write(request.repeat(599) + last);
    await once(socket, 'close');
    return received.split('HTTP/1.1 200 ').length - 1;
  });
  expect(await Promise.all(clients)).toEqual(clients.map(() => 600));
  expect(handled).toBe(6_000);
  expect(most).toBeLessThanOrEqual(288);
  expect(most).toBeGreaterThan(32);
});

test('handles nothing more for a connection that was closed while its requests waited for their turn', async () => {
  let handled = 0;
  const server = createHttpServer((_request, response) => {
    handled += 1;
    const { socket } = response;
    // Before the next requests have their turn.
    if (handled === 1) setImmediate(() => socket?.destroy());
    response.end('ok');
  });
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1').on('error', () => {});
  socket.resume().write(request.repeat(1_000));
  await once(socket, 'close');
  expect((await fetch(here.origin)).status).toBe(200);
  expect(handled).toBeLessThanOrEqual(257);
});
