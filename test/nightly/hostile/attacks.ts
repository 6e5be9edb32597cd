import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { testKey } from '../../support/open-test-simulator.ts';

const key = `Authorization: Bearer ${testKey}`;
const get = `GET /v1/store/orders HTTP/1.1\r\nHost: a\r\n${key}\r\n\r\n`;

/** A connection that reads only on demand. */
export async function dial(origin: string, options: { readonly halfOpen?: boolean } = {}): Promise<Socket> {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: options.halfOpen ?? false });
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Writes `count` requests at once on one connection, and counts the responses. */
export async function pipeline(origin: string, count: number): Promise<number> {
  const socket = await dial(origin);
  let [answers, rest] = [0, ''];
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    const text = rest + chunk;
    answers += text.split('HTTP/1.1 200 ').length - 1;
    // Too short to hold the words whole, so that none is counted twice.
    rest = text.slice(-12);
  });
  socket.write(get.repeat(count - 1) + get.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
  await once(socket, 'close');
  return answers;
}

/** Opens connections of every kind that never comes to an end: silent, half a head, half a body, half-open. */
export function openUnfinished(origin: string, ofEach: number): Promise<Socket[]> {
  const kinds = ['', 'GET /v1/store/orders HTTP/1.1\r\nHo', `${get.slice(0, -2)}Content-Length: 9\r\n\r\nab`];
  return Promise.all(
    Array.from({ length: ofEach * 4 }, async (_, at) => {
      const socket = await dial(origin, { halfOpen: true });
      const text = kinds[at % 4];
      if (text === undefined) socket.end();
      else socket.write(text);
      return socket;
    }),
  );
}

/** Sends requests without a key one after another on 8 connections, each with 300 headers. */
export async function sendManyHeaders(origin: string, times: number): Promise<void> {
  const headers = Array.from({ length: 300 }, (_, at) => `X-Header-${at}: ${'x'.repeat(32)}\r\n`).join('');
  const sendInTurn = async (): Promise<void> => {
    const socket = await dial(origin);
    socket.setMaxListeners(0);
    const closed = once(socket, 'close');
    for (let sent = 0; sent < times / 8 && !socket.closed; sent++) {
      socket.write(`GET /v1/store/orders HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
      await Promise.race([once(socket, 'data'), closed]);
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: 8 }, sendInTurn));
}

/** Opens connections that ask for so many lists at once and read nothing. Does not wait until the server takes them. */
export function openPipelines(origin: string, count: number, requests: number): readonly Socket[] {
  const { hostname, port } = new URL(origin);
  return Array.from({ length: count }, () => {
    const client = connect(Number(port), hostname).on('error', () => {});
    client.pause().write(get.repeat(requests));
    return client;
  });
}

/** Opens so many connections, each of which sends one request, reads nothing and stays. Resolves when no more are accepted. */
export async function openIdle(origin: string, count: number, request: string): Promise<readonly Socket[]> {
  const { hostname, port } = new URL(origin);
  const clients: Socket[] = [];
  for (let at = 0; at < count; at += 1) {
    const client = connect(Number(port), hostname).on('error', () => {});
    client.pause().write(request);
    clients.push(client);
    // A refused one closes with an error, which `once` would throw.
    if (at % 100 === 99) await new Promise((end) => client.once('connect', end).once('close', end));
  }
  return clients;
}

/** A list that has a key. */
export const listRequest: string = get;
/** A document of the control API, which needs no token. */
export const documentRequest: string = 'GET /openapi/control.yaml HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Opens connections without a key, each of which sends 1 MiB of a body except its last byte. */
export async function openUnfinishedBodies(origin: string, count: number): Promise<readonly Socket[]> {
  const clients = await Promise.all(Array.from({ length: count }, () => dial(origin)));
  const sent = clients.map((client) => {
    client.write('POST /quickstart/messages HTTP/1.1\r\nHost: a\r\nContent-Length: 1048576\r\n\r\n');
    return new Promise((resolve) => client.write(Buffer.alloc(1_048_575, 'x'), resolve));
  });
  await Promise.all(sent);
  return clients;
}
