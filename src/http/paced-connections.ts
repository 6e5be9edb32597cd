import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/** A connection with more unfinished requests than this is not read until their responses are sent. */
const mostAtOnce = 16;
/** While so many requests are unfinished, more than one connection can have, those with more than `mostOfOne` are closed. */
const mostInAll = 4096;
const mostOfOne = 64;

/** Node.js uses these two to stop reading from a client that does not read its responses. */
type HttpSocket = Socket & { _paused?: boolean; readonly parser?: { resume(): void } | null };

/**
 * Bounds the pipelined requests that a server handles at once. `node:http` alone handles all that it has read of a connection,
 * up to 64 KiB of requests, and reads on until the responses fill a buffer. Here, it reads on when these responses are sent, and
 * after other connections had their turn; and a client that does not read many responses loses its connection if others need
 * the memory.
 */
export function paceConnections(handle: RequestListener): RequestListener {
  const unfinished = new WeakMap<Socket, number>();
  let inAll = 0;
  return (request, response) => {
    const socket: HttpSocket = request.socket;
    // The rest of what was read with the requests for which the connection was closed.
    if (socket.destroyed) return;
    const amount = (unfinished.get(socket) ?? 0) + 1;
    if (amount > mostOfOne && inAll >= mostInAll) {
      socket.destroy();
      return;
    }
    unfinished.set(socket, amount);
    inAll += 1;
    if (amount > mostAtOnce) {
      socket._paused = true;
      socket.pause();
    }
    response.once('close', () => {
      inAll -= 1;
      const left = (unfinished.get(socket) ?? 1) - 1;
      unfinished.set(socket, left);
      if (left === 0 && socket._paused === true) setImmediate(resume, socket);
    });
    handle(request, response);
  };
}

function resume(socket: HttpSocket): void {
  socket._paused = false;
  socket.parser?.resume();
  socket.resume();
}
