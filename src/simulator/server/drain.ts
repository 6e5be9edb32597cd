import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The connections of a server, watched so that it can stop without losing an answer. */
export type Drain = {
  /**
   * Stops accepting, lets the requests in flight finish with `Connection: close`, and cuts at once every connection
   * that has none: idle, half-open, in the middle of its headers or of its TLS handshake. When `deadline` aborts, what
   * is left is cut too. Resolves when the last connection is gone. A second call may bring a nearer deadline.
   */
  stop(deadline: AbortSignal): Promise<void>;
};

/** A connection and the last response begun on it: answers go out in the order of their requests, so it ends last. */
type Connection = { readonly socket: Socket; latest: ServerResponse | undefined };

/**
 * Watches the connections of an HTTP or HTTPS server from now on; to be called before it listens.
 *
 * A connection is known by the address and port of its peer, since behind TLS the socket that was accepted and the
 * socket that requests name are two objects; the second takes the place of the first.
 */
export function trackConnections(server: Server): Drain {
  const connections = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();
  let closed: Promise<void> | undefined;

  const open = (socket: Socket): void => {
    const peer = peerOf(socket);
    // The peer of a connection that was reset before we accepted it has no address any more.
    if (peer === undefined || closed !== undefined) return void socket.destroy();
    const connection = { socket, latest: undefined };
    connections.set(peer, connection);
    bySocket.set(socket, connection);
    socket.once('close', () => {
      if (connections.get(peer) === connection) connections.delete(peer);
    });
  };
  server.on('connection', open);
  server.on('secureConnection', open);
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = bySocket.get(request.socket);
    if (connection === undefined) return;
    const before = connection.latest;
    connection.latest = response;
    if (closed === undefined) return;
    // A pipelined answer before this one must not say any more that it is the last: Node hangs up after the one that does.
    if (before?.headersSent === false) before.removeHeader('Connection');
    closeAfter(connection, response);
  });

  return {
    stop(deadline) {
      closed ??= close(server, connections.values());
      onAbort(deadline, () => {
        for (const { socket } of connections.values()) socket.destroy();
      });
      return closed;
    },
  };
}

function close(server: Server, connections: Iterable<Connection>): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    // The error says that the server was not listening: there is nothing to wait for.
    server.close(() => resolve());
  });
  for (const connection of connections) {
    const { latest, socket } = connection;
    if (latest === undefined || latest.closed) socket.destroy();
    else closeAfter(connection, latest);
  }
  return closed;
}

/** Hangs up after a response, unless another request comes before its end; says so where its headers are not sent. */
function closeAfter(connection: Connection, response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
  response.on('close', () => {
    if (connection.latest === response) connection.socket.destroySoon();
  });
}

function peerOf(socket: Socket): string | undefined {
  return socket.remotePort === undefined ? undefined : `${socket.remoteAddress}:${socket.remotePort}`;
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
