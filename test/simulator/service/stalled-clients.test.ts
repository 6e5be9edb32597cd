import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { stallTimeoutMs, startStallTimeout } from '../../../src/http/client-connection.ts';
import { sendResponse } from '../../../src/http/control-response.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { type ServiceResponse, textBody } from '../../../src/simulator/service/service-response.ts';
import { writeResponse } from '../../../src/simulator/service/write-response.ts';
import { serveHere } from '../../support/serve-here.ts';

/** Sends text to a server, and reads nothing. Returns the connection of the server. */
async function sendUnread(text: string, handle: RequestListener): Promise<Socket> {
  const server = createHttpServer(handle);
  const served = await serveHere(server);
  onTestFinished(() => served[Symbol.asyncDispose]());
  const connected = once(server, 'connection');
  const client = connect(served.port, '127.0.0.1').pause();
  client.on('error', () => {});
  client.write(text);
  const [connection] = await connected;
  return connection;
}

const request = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';
/** More than the sockets of both sides take unread. */
const large = Buffer.alloc(32 * 1024 * 1024, ' ');

/** The time-out of the connection right after something was written. */
function timeoutAfter(write: (response: ServerResponse) => void): Promise<number | undefined> {
  return new Promise((resolve) => {
    void sendUnread(request, (_, response) => {
      write(response);
      resolve(response.socket?.timeout);
    });
  });
}

test('closes the connection of a client that reads nothing', async () => {
  const socket = await sendUnread(request, (_, response) => {
    response.end(large);
    startStallTimeout(response, 50);
  });
  await once(socket, 'close');
  expect(socket.bytesWritten).toBeGreaterThan(0);
});

test('closes the connection of a client that reads nothing of a pipelined response', async () => {
  const responses: ServerResponse[] = [];
  const socket = await sendUnread(request + request, (_, response) => {
    responses.push(response);
    if (responses.length < 2) return;
    response.end(large);
    startStallTimeout(response, 50);
    responses[0]?.end('first');
  });
  await once(socket, 'close');
  expect(responses).toHaveLength(2);
});

const text = large.toString('latin1');
const reply = (body: NonNullable<ServiceResponse['body']>) => (response: ServerResponse) =>
  writeResponse(response, { status: 200, headers: [], body }, []);

test.each([
  ['a text', reply(textBody(text))],
  ['a list', reply({ kind: 'bytes', bytes: large, length: large.length, head: Buffer.alloc(0) })],
  [
    'a response of the control API',
    (response: ServerResponse) => sendResponse(response, { status: 200, type: 'text/plain', text }),
  ],
])('limits how long %s waits for its client', async (_, write) => {
  expect(await timeoutAfter(write)).toBe(stallTimeoutMs);
});

test('sets no time-out for a response that the socket takes at once', async () => {
  expect(await timeoutAfter(reply(textBody('[]')))).toBeFalsy();
});

test('a held request is not closed, neither the first on its connection nor a later one', async () => {
  const timeouts: (number | undefined)[] = [];
  await new Promise<void>((resolve) => {
    void sendUnread(request, ({ socket }, response) => {
      timeouts.push(socket.timeout);
      if (timeouts.length === 2) return resolve();
      response.end();
      response.once('close', () => socket.unshift(request));
    });
  });
  expect(timeouts.map((timeout) => timeout ?? 0)).toEqual([0, 0]);
});
