import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { getHeapStatistics } from 'node:v8';
import { sendError } from './client-errors.ts';

/** A client that does not read the responses to so many pipelined requests loses its connection. */
const mostOfConnection = 64;
/** Each keeps at most 16 KiB of headers; the bytes of bodies have a limit of their own. */
const mostInAll = Math.floor(getHeapStatistics().heap_size_limit / 16 / (16 * 1024));

/**
 * Bounds the requests whose responses are not complete. One more of a connection, or of all, gets 503, after which the
 * connection is closed.
 */
export function limitRequests(
  handle: RequestListener,
  { ofConnection = mostOfConnection, inAll = mostInAll } = {},
): RequestListener {
  const unfinished = new WeakMap<Socket, number>();
  let all = 0;
  return (request, response) => {
    const { socket } = request;
    const before = unfinished.get(socket) ?? 0;
    if (before > ofConnection) return;
    unfinished.set(socket, before + 1);
    all += 1;
    response.once('close', () => {
      unfinished.set(socket, (unfinished.get(socket) ?? 1) - 1);
      all -= 1;
    });
    if (before < ofConnection && all <= inAll) return handle(request, response);
    // What follows on the connection is not handled.
    unfinished.set(socket, Number.POSITIVE_INFINITY);
    sendError(response, 'overloaded', 'Retry-After', '1');
  };
}
