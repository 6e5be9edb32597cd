import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { serveHere } from '../helpers/serve-here.ts';

const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';
/** A busy machine needs time. */
const patiently = { timeout: 30_000 };
/** What Node.js reads of a connection at once. */
const readAtOnce = 64 * 1024;

/** A server whose responses wait until the test sends them. */
async function openServer() {
  const open: ServerResponse[] = [];
  let handled = 0;
  const server = createHttpServer((_request, response) => {
    handled += 1;
    open.push(response);
  });
  const served = await serveHere(server);
  onTestFinished(() => served[Symbol.asyncDispose]());
  const pipeline = async (amount: number): Promise<Socket> => {
    const socket = connect(served.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    socket.resume().write(request.repeat(amount));
    return socket;
  };
  const respond = (): void => {
    for (const response of open.splice(0)) response.end('ok');
  };
  return { pipeline, respond, handled: () => handled };
}

test('reads no more of a connection until it has responded to what it has read', async () => {
  const amount = 6000;
  const { pipeline, respond, handled } = await openServer();
  const socket = await pipeline(amount);
  await expect.poll(handled, patiently).toBeGreaterThan(0);
  const first = handled();
  expect(first).toBeLessThanOrEqual(Math.ceil(readAtOnce / request.length) + 1);
  let received = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text;
  });
  await expect
    .poll(() => {
      respond();
      return received.match(/HTTP\/1\.1 200/g)?.length;
    }, patiently)
    .toBe(amount);
  expect(handled()).toBe(amount);
});

test('closes connections with many open requests while there are too many, and no others', async () => {
  const { pipeline, handled } = await openServer();
  const honest = await pipeline(10);
  await expect.poll(handled, patiently).toBe(10);
  const greedy = await Promise.all(Array.from({ length: 3 }, () => pipeline(2000)));
  await expect
    .poll(() => greedy.filter(({ closed, destroyed }) => closed || destroyed).length, patiently)
    .toBeGreaterThan(0);
  expect(handled()).toBeLessThan(4200);
  expect(honest.destroyed).toBe(false);
});
