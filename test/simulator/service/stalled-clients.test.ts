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

function listOf(bytes: Buffer): ServiceResponse {
  return {
    status: 200,
    headers: [],
    body: { kind: 'bytes', bytes, length: bytes.length, head: Buffer.alloc(0) },
  };
}

/** The time-out of the connection right after a reply was written. */
function timeoutAfter(reply: ServiceResponse): Promise<number | undefined> {
  return new Promise((resolve) => {
    void sendUnread(request, (_, response) => {
      writeResponse(response, reply, []);
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

const text: ServiceResponse = { status: 200, headers: [], body: textBody(large.toString('latin1')) };

test.each([
  ['a text', text],
  ['a list', listOf(large)],
])('limits how long %s waits for its client', async (_, reply) => {
  expect(await timeoutAfter(reply)).toBe(stallTimeoutMs);
});

test('limits how long a response of the control API waits for its client', async () => {
  const timeout = new Promise<number | undefined>((resolve) => {
    void sendUnread(request, (_, response) => {
      sendResponse(response, { status: 200, type: 'text/plain', text: large.toString('latin1') });
      resolve(response.socket?.timeout);
    });
  });
  expect(await timeout).toBe(stallTimeoutMs);
});

test('sets no time-out for a response that the socket takes at once', async () => {
  const reply: ServiceResponse = { status: 200, headers: [], body: textBody('[]') };
  expect(await timeoutAfter(reply)).toBeFalsy();
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
