import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection and the latest response on it, which ends last: responses are sent in the order of their requests. */
type Connection = { readonly socket: Socket; latest?: ServerResponse };

export type Drain = (deadline: AbortSignal) => Promise<void>;

/**
 * Tracks the connections of an HTTP or HTTPS server that does not listen yet. Returns a function that stops it without losing a
 * response: it accepts no more connections, lets requests in flight finish with `Connection: close`, and closes every
 * connection without one: idle, half-open, or during its headers or TLS handshake. When `deadline` aborts, the remaining
 * connections are closed. Resolves when the last one has closed. A second call can bring an earlier deadline.
 */
export function trackConnections(server: Server): Drain {
  /** By the peer: with TLS, the accepted socket and the socket of a request are two objects, and the second replaces the first. */
  const connections = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  let closed: Promise<void> | undefined;

  const open = (socket: Socket): void => {
    // A connection that was reset before it was accepted has no peer.
    if (socket.remotePort === undefined) return void socket.destroy();
    const peer = `${socket.remoteAddress}:${socket.remotePort}`;
    const connection = { socket };
    connections.set(peer, connection);
    bySocket.set(socket, connection);
    socket.once('close', () => connections.delete(peer));
  };
  server.on('connection', open);
  server.on('secureConnection', open);
  server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(socket);
    if (connection === undefined) return;
    const before = connection.latest;
    connection.latest = response;
    if (closed === undefined) return;
    // Node closes the connection after the response with `Connection: close`, so a pipelined one before this must not have it.
    if (before?.headersSent === false) before.removeHeader('Connection');
    closeAfter(connection, response);
  });

  return (deadline) => {
    closed ??= new Promise((resolve) => {
      // An error means that the server was not listening, so there is nothing to wait for.
      server.close(() => resolve());
      for (const connection of connections.values()) {
        const { latest, socket } = connection;
        // A response that has ended does not emit `close` again. Node's close() keeps the connection if the next request has begun.
        if (latest === undefined || latest.destroyed) socket.destroy();
        else closeAfter(connection, latest);
      }
    });
    const end = () => connections.forEach(({ socket }) => void socket.destroy());
    if (deadline.aborted) end();
    else deadline.addEventListener('abort', end);
    return closed;
  };
}

/** Closes the connection after a response, unless another request arrives before its end. */
function closeAfter(connection: Connection, response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.on('close', () => {
    if (connection.latest === response) connection.socket.destroySoon();
  });
}
