import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { paceConnections } from '../../../src/http/paced-connections.ts';
import { readBody } from '../../../src/http/request-body.ts';
import { serveHere } from '../../support/serve-here.ts';

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
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  await expect
    .poll(() => {
      respond();
      return received.match(/HTTP\/1\.1 200/g)?.length;
    }, patiently)
    .toBe(amount);
  expect(handled()).toBe(amount);
});

test('a client that pipelines 10,000 requests gets every response, in their order', async () => {
  let [handled, open, most] = [0, 0, 0];
  const server = createHttpServer((_request, response) => {
    handled += 1;
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    response.end(`<${handled}>`);
  });
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  let received = '';
  socket.setEncoding('latin1').on('data', (piece: string) => {
    received += piece;
  });
  socket.write(request.repeat(9_999) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await once(socket, 'close');
  const numbers = [...received.matchAll(/<(\d+)>/g)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: 10_000 }, (_, at) => at + 1));
  expect(most).toBeLessThanOrEqual(Math.ceil(readAtOnce / request.length) + 1);
});

test('reads on when only the last request is unfinished and its body has not arrived', async () => {
  const server = createHttpServer(async (received, response) => {
    response.end(`<${received.method === 'POST' && (await readBody(received)).kind}>`);
  });
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  const size = 3 * readAtOnce;
  socket.write(request.repeat(20));
  socket.write(`POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${size}\r\n\r\n`);
  socket.write('x'.repeat(size));
  expect((await text(socket)).match(/<\w+>/g)).toEqual([...Array(20).fill('<false>'), '<whole>']);
});

test('a client is not late with a request of which the server has not read the rest', async () => {
  const amount = Math.ceil((1.5 * readAtOnce) / request.length);
  const timeouts = { headersTimeout: 50, handshakeTimeout: 50, requestTimeout: 50 };
  const server = createHttpServer(
    async (_request, response) => {
      await late;
      response.end('<ok>');
    },
    undefined,
    { timeouts: { ...timeouts, keepAliveTimeout: 5_000, connectionsCheckingInterval: 10 } },
  );
  const late = once(server, 'clientError');
  await using here = await serveHere(server);
  const socket = connect(here.port, '127.0.0.1');
  socket.write(request.repeat(amount - 1) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  expect((await text(socket)).match(/<ok>/g)).toHaveLength(amount);
});

/** Sends so many requests at once on each of some connections; returns how many were handled in each turn of the event loop. */
async function turnsOf(connections: number, amount: number): Promise<readonly number[]> {
  const turns: number[] = [];
  let [inTurn, handled] = [0, 0];
  const server = createHttpServer((_request, response) => {
    if (inTurn === 0)
      setImmediate(() => {
        turns.push(inTurn);
        inTurn = 0;
      });
    inTurn += 1;
    handled += 1;
    response.end('ok');
  });
  await using here = await serveHere(server);
  const sockets = Array.from({ length: connections }, () => connect(here.port, '127.0.0.1').resume());
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  for (const socket of sockets) socket.write(request.repeat(amount));
  await expect.poll(() => handled, patiently).toBe(connections * amount);
  for (const socket of sockets) socket.destroy();
  return turns;
}

test('handles at most 512 pipelined requests before timers and other servers have their turn', async () => {
  expect(Math.max(...(await turnsOf(1, 6_000)))).toBeLessThanOrEqual(512);
});

test('reads on from one connection in a turn, so that only the first requests of each make a turn longer', async () => {
  const turns = await turnsOf(5, 6_000);
  expect(turns.filter((handled) => handled > 512).length).toBeLessThanOrEqual(5);
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
