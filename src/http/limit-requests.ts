import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { sendError } from './client-errors.ts';

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
