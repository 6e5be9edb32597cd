import type { ServerResponse } from 'node:http';

/** A signal that aborts when the client goes away, or when its answer is done; for waits, which few requests have. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (response.destroyed || response.req.socket.destroyed) gone.abort();
  else response.once('close', () => gone.abort());
  return gone.signal;
}
