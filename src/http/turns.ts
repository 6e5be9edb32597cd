import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** So many requests are handled in one turn of the event loop, which takes about 10 ms. */
const mostInTurn = 256;
/** Fewer requests are not worth a callback at the end of their turn. */
const worthCounting = 32;

/** Set while a connection is not read because its responses are not sent. */
type HttpSocket = Socket & { readonly _paused?: boolean };

/**
 * Handles a bounded number of requests in one turn of the event loop. Those that were read with them wait for the next turns, and
 * until then no connection of the server is read. Otherwise a few connections that pipeline would delay all other ports for
 * seconds.
 */
export function createTurns(handle: RequestListener) {
  const open = new Set<HttpSocket>();
  let paused: HttpSocket[] = [];
  /** Bounded by what was read in one turn. */
  const waiting: (readonly [IncomingMessage, ServerResponse & { req: IncomingMessage }])[] = [];
  let handled = 0;
  const count = (): void => {
    handled += 1;
    if (handled === worthCounting) setImmediate(endTurn);
    if (handled !== mostInTurn) return;
    const reading = [...open].filter((socket) => !socket.isPaused());
    for (const socket of reading) socket.pause();
    paused.push(...reading);
  };
  const endTurn = (): void => {
    handled = 0;
    const next = waiting.splice(0, mostInTurn);
    for (const [request, response] of next) {
      count();
      if (!request.socket.destroyed) handle(request, response);
    }
    if (waiting.length > 0) return;
    for (const socket of paused) if (socket._paused !== true) socket.resume();
    paused = [];
  };
  return {
    handle: ((request, response) => {
      if (handled >= mostInTurn) return void waiting.push([request, response]);
      count();
      handle(request, response);
    }) satisfies RequestListener,
    /** Must be called before the server listens. */
    follow(server: Server, connected: 'connection' | 'secureConnection'): void {
      server.on(connected, (socket: HttpSocket) => {
        open.add(socket);
        socket.once('close', () => open.delete(socket));
      });
    },
  };
}
