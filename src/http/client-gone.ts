import type { ServerResponse } from 'node:http';

/** A signal that aborts when the client leaves or its response has ended. Few requests wait, so few need one. */
export function clientGone(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed || res.req.socket.destroyed) gone.abort();
  else res.once('close', () => gone.abort());
  return gone.signal;
}
