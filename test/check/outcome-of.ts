import net from 'node:net';
import tls from 'node:tls';
import type { SenderOptions } from '../../src/check/connection/destination.ts';
import { createSender } from '../../src/check/connection/sender.ts';
import type { ExchangeOutcome } from '../../src/contract/exchange.ts';
import { listOrders } from '../../src/contract/requests.ts';
import { list } from '../contract/responses/ask.ts';
import { certificateFor } from '../support/certificate-for.ts';
import { serveHere } from '../support/serve-here.ts';

export const apiKey = 'Valid-Key-4711';

export const senderFor = (baseUrl: string, change: Partial<SenderOptions> = {}) =>
  createSender({
    target: { baseUrl },
    apiKey,
    timeoutMs: 60_000,
    maxBodyBytes: 1_000_000,
    now: () => 0,
    ...change,
  });

/** Returns what the sender of a check gets for the list. */
export const outcomeOf = async (
  baseUrl: string,
  change: Partial<SenderOptions> = {},
): Promise<ExchangeOutcome> => (await senderFor(baseUrl, change)(listOrders())).outcome;

/** Serves an empty list over TLS with a certificate for these names, and perhaps only to clients with one. */
export async function serveTls(names: Parameters<typeof certificateFor>, clients: tls.TlsOptions = {}) {
  const certificate = await certificateFor(...names);
  const requests: string[] = [];
  const server = tls.createServer({ ...certificate, ...clients }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      requests.push(bytes.toString());
      socket.end(list('[]'));
    });
  });
  server.on('tlsClientError', () => undefined);
  const { port, [Symbol.asyncDispose]: close } = await serveHere(server);
  const baseUrl = `https://127.0.0.1:${port}/v1`;
  return { baseUrl, port, certificate, ca: certificate.cert, requests, [Symbol.asyncDispose]: close };
}

/** What a raw server does after its bytes are written. */
export type Ending = 'close' | 'reset' | 'hold';

export type RawServer = AsyncDisposable & {
  readonly baseUrl: string;
  /** The heads of the received requests, as text. */
  readonly requests: readonly string[];
  /** Resolves when the first bytes of a client have arrived. */
  readonly begun: Promise<void>;
};

/** A server that responds to every request with the same bytes. */
export async function serveRaw(response: string | Buffer, ending: Ending = 'close'): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  const requests: string[] = [];
  const begun = Promise.withResolvers<void>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    let head = '';
    socket.on('data', (bytes) => {
      head += bytes.toString('latin1');
      begun.resolve();
      if (!head.endsWith('\r\n\r\n')) return;
      requests.push(head);
      socket.write(response);
      if (ending === 'close') socket.end();
      else if (ending === 'reset') socket.write('', () => socket.resetAndDestroy());
    });
  });
  const { origin, [Symbol.asyncDispose]: close } = await serveHere(server);
  return {
    baseUrl: `${origin}/v1`,
    requests,
    begun: begun.promise,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await close();
    },
  };
}

type ProxyOptions = {
  /** The port of this machine that stands for every host. */
  readonly port: number;
  /** The response to every request, instead of forwarding it. */
  readonly respond?: string;
  /** The only value of Proxy-Authorization that is accepted. */
  readonly authorization?: string;
};

/** Starts an HTTP proxy on a free port. It records the heads of the requests. */
export async function serveProxy({ port, respond, authorization }: ProxyOptions) {
  const heads: string[] = [];
  const serve = (socket: net.Socket): void => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (bytes) => {
      const head = bytes.toString('latin1');
      heads.push(head);
      const given = /^Proxy-Authorization: (.*)\r$/im.exec(head)?.[1];
      if (respond !== undefined) socket.end(respond);
      else if (authorization !== given)
        socket.end('HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n');
      else forward(socket, head, port);
    });
  };
  const server = net.createServer({ allowHalfOpen: true }, serve);
  const { port: own, [Symbol.asyncDispose]: close } = await serveHere(server);
  return {
    address: `http://127.0.0.1:${own}`,
    heads,
    [Symbol.asyncDispose]: close,
  };
}

function forward(socket: net.Socket, head: string, port: number): void {
  const target = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => {
    if (head.startsWith('CONNECT ')) socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
    else
      target.write(
        head.replace(/^(\S+) http:\/\/[^/]+/, '$1 ').replace(/^Proxy-Authorization: .*\r\n/im, ''),
      );
    target.pipe(socket).pipe(target);
  });
  target.on('error', () => socket.destroy());
  socket.on('close', () => target.destroy());
}
