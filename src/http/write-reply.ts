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
  const headers = [...reply.headers, ...extraHeaders];
  if (body === undefined) {
    if (status !== 204 && status !== 304) headers.push('Content-Length', '0');
    response.writeHead(status, headers);
    response.end();
    return;
  }
  if (body.kind === 'text') {
    headers.push('Content-Length', `${Buffer.byteLength(body.text)}`);
    response.writeHead(status, headers);
    response.end(body.text);
    return;
  }
  headers.push('Content-Length', `${body.length}`);
  response.writeHead(status, headers);
  await writeChunks(response, body.chunks);
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
