import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Reply } from './reply.ts';

/**
 * Writes a reply to the socket. A long list is written chunk by chunk as the client reads, so that a slow reader costs
 * its socket's buffer and no copy of the list. Ends early, without an error, when the client goes away.
 */
export async function writeReply(
  response: ServerResponse,
  reply: Reply,
  extraHeaders: readonly string[],
): Promise<void> {
  const { status, body } = reply;
  response.writeHead(status, headersToSend(reply, extraHeaders));
  if (body === undefined) response.end();
  else if (body.kind === 'text') response.end(body.text);
  else await writeChunks(response, body.chunks);
}

/** The headers of a reply with its Content-Length; 204 and 304 have none. RFC 9110, 8.6. */
export function headersToSend({ status, headers, body }: Reply, extraHeaders: readonly string[]): string[] {
  if (body === undefined)
    return status === 204 || status === 304
      ? [...headers, ...extraHeaders]
      : [...headers, ...extraHeaders, 'Content-Length', '0'];
  const length = body.kind === 'text' ? Buffer.byteLength(body.text) : body.length;
  return [...headers, ...extraHeaders, 'Content-Length', `${length}`];
}

async function writeChunks(response: ServerResponse, chunks: readonly Buffer[]): Promise<void> {
  const [only, second] = chunks;
  if (response.req.method === 'HEAD' || second === undefined) {
    response.end(only);
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for (const chunk of chunks) {
    if (response.destroyed) return;
    if (!response.write(chunk)) await once(response, 'drain', { signal: gone.signal }).catch(() => undefined);
  }
  response.end();
}
