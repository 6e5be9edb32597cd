import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** In one turn of the event loop, so many requests are handled as they arrive, and as many that waited. */
const perTurn = 256;

type Exchange = readonly [IncomingMessage, ServerResponse];

/** Bounds what is handled before timers, other servers and other connections have their turn. */
export type RequestTurns = {
  /**
   * Handles a request, now or in a later turn: those of one connection in their order, of each connection one in a round.
   * Returns whether it waits for a later turn.
   */
  readonly handle: (...exchange: Exchange) => boolean;
  /** Calls `read` when no request waits any more, one in each turn: a connection has up to 64 KiB of requests at once. */
  readonly readLater: (read: () => void) => void;
};

/** Creates the turns of a server. While `isFull()`, a request that arrives makes another one take its turn early. */
export function createRequestTurns(handle: RequestListener, isFull: () => boolean): RequestTurns {
  const waiting = new Map<Socket, Exchange[]>();
  const reads: (() => void)[] = [];
  let arrived = 0;
  let scheduled = false;

  const schedule = (): void => {
    if (!scheduled) setImmediate(takeTurn);
    scheduled = true;
  };
  const handleNext = (): void => {
    for (const [socket, exchanges] of waiting) {
      // A connection that is set again comes after all others.
      waiting.delete(socket);
      const next = exchanges.shift();
      if (socket.destroyed || next === undefined) continue;
      if (exchanges.length > 0) waiting.set(socket, exchanges);
      handle(...next);
      return;
    }
  };
  const takeTurn = (): void => {
    scheduled = false;
    arrived = 0;
    for (let left = perTurn; left > 0 && waiting.size > 0; left -= 1) handleNext();
    if (waiting.size === 0) reads.shift()?.();
    if (waiting.size + reads.length > 0) schedule();
  };

  return {
    handle: (...exchange) => {
      schedule();
      arrived += 1;
      const [{ socket }] = exchange;
      const exchanges = waiting.get(socket);
      if (exchanges === undefined && arrived <= perTurn) {
        handle(...exchange);
        return false;
      }
      if (exchanges === undefined) waiting.set(socket, [exchange]);
      else exchanges.push(exchange);
      if (isFull()) handleNext();
      return true;
    },
    readLater: (read) => {
      reads.push(read);
      schedule();
    },
  };
}
