import type { ServerResponse } from 'node:http';

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
