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

type Connection = { readonly socket: Socket; readonly inFlight: Set<ServerResponse> };

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
    const connection = { socket, inFlight: new Set<ServerResponse>() };
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
    connection.inFlight.add(response);
    if (closed !== undefined) announceClose(connection);
    response.on('close', () => {
      connection.inFlight.delete(response);
      if (closed !== undefined && connection.inFlight.size === 0) connection.socket.destroySoon();
    });
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
    if (connection.inFlight.size === 0) connection.socket.destroy();
    else announceClose(connection);
  }
  return closed;
}

/** Puts `Connection: close` on the last of the pipelined answers alone: Node hangs up after the one that carries it. */
function announceClose(connection: Connection): void {
  const last = [...connection.inFlight].at(-1);
  for (const response of connection.inFlight) {
    if (response.headersSent) continue;
    if (response === last) response.setHeader('Connection', 'close');
    else response.removeHeader('Connection');
  }
}

function peerOf(socket: Socket): string | undefined {
  return socket.remotePort === undefined ? undefined : `${socket.remoteAddress}:${socket.remotePort}`;
}

function onAbort(signal: AbortSignal, act: () => void): void {
  if (signal.aborted) act();
  else signal.addEventListener('abort', act, { once: true });
}
