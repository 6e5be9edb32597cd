import type { ServerResponse } from 'node:http';

/** How long, in milliseconds, a client may take no byte of an answer that is there. */
export const takingPatience: number = 120_000;

/**
 * Cuts the connection of a client that takes nothing of a written answer for so long. To be called once the answer, or a
 * part of it, is written: where it is taken at once nothing is done, so that a small answer costs no timer. A request
 * that is held, by a gate or a latency, is never cut for it.
 */
export function limitTaking(response: ServerResponse, patience: number = takingPatience): void {
  const { socket } = response;
  // An answer behind another on its connection gets its turn later.
  if (socket === null) response.once('socket', (own) => own.setTimeout(patience));
  else if (socket.writableLength > 0) socket.setTimeout(patience);
}
