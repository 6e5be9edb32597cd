import { createServer, type RequestListener, type Server } from 'node:http';
import type { ServerOptions } from 'node:https';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { type CountRefused, respondToClientErrors, sendError } from './client-errors.ts';
import type { TlsCertificate } from './tls.ts';

export type HttpServerOptions = {
  /** Other time limits for clients, in milliseconds. */
  readonly timeouts?: ServerOptions;
  readonly onRefused?: CountRefused;
  /** The maximum number of connections at the same time; a further one is closed without a response. */
  readonly maxConnections?: number;
  /** Returns alternating names and values for the responses that the server makes without the app. Default: none. */
  readonly extraHeaders?: () => readonly string[];
};

/** One that has sent a request keeps up to 10 KiB, half of it outside of the heap, until it is closed. */
const defaultMaxConnections = Math.min(10_000, Math.floor(getHeapStatistics().heap_size_limit / (32 * 1024)));

const limits = {
  maxHeaderSize: 16 * 1024,
  // The app refuses a missing or repeated Host header with an Error body.
  requireHostHeader: false,
  headersTimeout: 10_000,
  handshakeTimeout: 10_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 1_000,
};

/**
 * Creates an HTTP server, or an HTTPS server if a certificate is given, with every limit set. It responds with an Error
 * body to what Node refuses before the app sees it: malformed requests (400), slow ones (408), headers that are too large
 * (431), an Expect header it cannot meet (417). Spec 2 and 7. Calls `onRefused` for each of these but the last, and for each
 * connection beyond `maxConnections`.
 */
export function createHttpServer(
  app: RequestListener,
  certificate?: TlsCertificate,
  {
    timeouts = {},
    onRefused = () => {},
    maxConnections = defaultMaxConnections,
    extraHeaders = () => [],
  }: HttpServerOptions = {},
): Server {
  const options = { ...limits, ...timeouts };
  const listener = limitRequests(app);
  const server =
    certificate === undefined
      ? createServer(options, listener)
      : process.getBuiltinModule('node:https').createServer({ ...options, ...certificate }, listener);
  server.maxHeadersCount = 0;
  server.maxConnections = maxConnections;
  server.on('drop', () => onRefused('too_many_connections'));
  respondToClientErrors(server, onRefused, extraHeaders);
  server.on('checkExpectation', (_request, response) =>
    sendError(response, 'expectation_failed', ...extraHeaders()),
  );
  return server;
}

/** A client that does not read the responses to so many pipelined requests loses its connection. */
const mostOfConnection = 64;
/** Each keeps at most 16 KiB of headers; the bytes of bodies have a limit of their own. */
const mostInAll = Math.floor(getHeapStatistics().heap_size_limit / 8 / (16 * 1024));

/**
 * Bounds the requests whose responses are not complete. One more of a connection closes it at once: Node.js would keep every
 * request that has arrived with it until the client has read what is before. Of all, pipelined ones have half: one more closes
 * its connection, too. One more of a client that waits for each response gets 503, after which the connection is closed.
 */
export function limitRequests(
  handle: RequestListener,
  { ofConnection = mostOfConnection, inAll = mostInAll } = {},
): RequestListener {
  const unfinished = new WeakMap<Socket, number>();
  let all = 0;
  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return;
    const before = unfinished.get(socket) ?? 0;
    if (before >= ofConnection || (before > 0 && all >= inAll / 2)) return void socket.destroy();
    unfinished.set(socket, before + 1);
    all += 1;
    response.once('close', () => {
      unfinished.set(socket, (unfinished.get(socket) ?? 1) - 1);
      all -= 1;
    });
    if (all <= inAll) return handle(request, response);
    // What follows on the connection is not handled.
    unfinished.set(socket, ofConnection);
    sendError(response, 'overloaded', 'Retry-After', '1');
  };
}
