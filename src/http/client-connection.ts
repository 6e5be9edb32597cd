import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Sends a RST. With TLS, only the socket below can; Node keeps it as `_parent`. */
export function resetConnection(socket: Socket): void {
  const below: unknown = Reflect.get(socket, '_parent');
  if (below instanceof Socket) below.resetAndDestroy();
  else socket.resetAndDestroy();
}

/** One signal for each response: calls of tools that one request makes would add a listener each. */
// biome-ignore lint/plugin: by response, of which each belongs to one simulator
const signals = new WeakMap<ServerResponse, AbortSignal>();

/** A signal that aborts when the client leaves or its response has ended. Few requests wait, so few need one. */
export function clientGone(res: ServerResponse): AbortSignal {
  const known = signals.get(res);
  if (known !== undefined) return known;
  const gone = new AbortController();
  signals.set(res, gone.signal);
  if (res.destroyed || res.req.socket.destroyed) gone.abort();
  else res.once('close', () => gone.abort());
  return gone.signal;
}

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
