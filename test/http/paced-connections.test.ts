import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../src/http/http-server.ts';
import { paceConnections } from '../../src/http/paced-connections.ts';
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
  let [unfinished, most] = [0, 0];
  const server = createHttpServer((_request, response) => {
    handled += 1;
    unfinished += 1;
    most = Math.max(most, unfinished);
    open.push(response);
    response.once('close', () => {
      unfinished -= 1;
    });
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
  return { pipeline, respond, handled: () => handled, mostAtOnce: () => most };
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
  const { pipeline, handled, mostAtOnce } = await openServer();
  const honest = await pipeline(10);
  await expect.poll(handled, patiently).toBe(10);
  const greedy = await Promise.all(Array.from({ length: 4 }, () => pipeline(2000)));
  await expect
    .poll(() => greedy.filter(({ closed, destroyed }) => closed || destroyed).length, patiently)
    .toBeGreaterThan(0);
  expect(mostAtOnce()).toBeLessThan(5700);
  expect(honest.destroyed).toBe(false);
});

test('300 connections that pipeline 60 requests each have no more open than the process has memory for', async () => {
  const { pipeline, mostAtOnce, respond } = await openServer();
  const greedy = await Promise.all(Array.from({ length: 300 }, () => pipeline(60)));
  const isClosed = ({ closed, destroyed }: Socket) => closed || destroyed;
  await expect.poll(() => greedy.filter(isClosed).length, patiently).toBeGreaterThan(0);
  const honest = await pipeline(1);
  const received = once(honest, 'data');
  await expect.poll(() => respond() ?? honest.bytesRead, patiently).toBeGreaterThan(0);
  expect(String(await received)).toMatch(/^HTTP\/1.1 200/);
  expect(mostAtOnce()).toBeLessThan(11_500);
});

test('a request for which the process has no memory gets 503 and is to be tried again, until others have ended', async () => {
  const open: ServerResponse[] = [];
  const server = createServer(paceConnections((_request, response) => void open.push(response), 10_000));
  await using here = await serveHere(server);
  const send = async () => {
    const socket = connect(here.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    const first = once(socket, 'data').then(String, () => '');
    socket.write(request);
    return { first };
  };
  while (open.length < 13) {
    const before = open.length;
    await send();
    await expect.poll(() => open.length, patiently).toBe(before + 1);
  }
  const refused = await (await send()).first;
  expect(refused).toMatch(/^HTTP\/1.1 503 .*\r\nRetry-After: 1\r\nConnection: close\r\n/s);
  expect(refused).toContain('"code":"overloaded"');
  for (const response of open.splice(0)) response.end('ok');
  await expect
    .poll(async () => {
      const { first } = await send();
      for (const response of open.splice(0)) response.end('ok');
      return Promise.race([
        first,
        expect
          .poll(() => open.length, patiently)
          .toBe(1)
          .then(() => 'handled'),
      ]);
    }, patiently)
    .toMatch(/handled|200/);
});
