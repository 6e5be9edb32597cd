import type { ServerResponse } from 'node:http';

/** How long a client may read nothing of a written response before its connection is closed, in milliseconds. */
export const stallTimeoutMs: number = 120_000;

/**
 * Closes the connection if its client reads nothing of a response for `timeoutMs`. Call it after a response, or a part of
 * one, is written: a response that the socket takes at once starts no timer. A held request is never closed by it.
 */
export function startStallTimeout(res: ServerResponse, timeoutMs: number = stallTimeoutMs): void {
  const { socket } = res;
  // A pipelined response gets its socket when the responses before it have ended.
  if (socket === null) res.once('socket', (own) => own.setTimeout(timeoutMs));
  else if (socket.writableLength > 0) socket.setTimeout(timeoutMs);
}
