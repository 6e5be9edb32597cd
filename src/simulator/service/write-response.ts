import type { ServerResponse } from 'node:http';
import { limitTaking } from '../server/limit-taking.ts';
import { writeChunks } from './list/write-chunks.ts';
import type { ServiceResponse, TextBody } from './service-response.ts';

/**
 * Writes a reply to the socket. The bytes of a list are handed over as they are and never copied, so that a slow reader
 * costs its socket's buffer and no list of its own. A promise is answered where there is something to wait for: the end
 * of a long list, or of its client, which is no error.
 */
export function writeResponse(
  response: ServerResponse,
  reply: ServiceResponse,
  extraHeaders: readonly string[],
): Promise<void> | undefined {
  const { body } = reply;
  response.writeHead(reply.status, headersToSend(reply, extraHeaders));
  if (body?.kind === 'chunks' && body.latin1 === undefined) return writeChunks(response, body.chunks);
  if (body === undefined) response.end();
  else if (body.kind === 'text') response.end(body.text, encodingOf(body));
  else response.end(body.latin1, 'latin1');
  limitTaking(response);
  return undefined;
}

/** What is ASCII goes out a little faster as what it is. */
function encodingOf({ text, length }: TextBody): 'latin1' | 'utf8' {
  return length === text.length ? 'latin1' : 'utf8';
}

/** The headers of a reply with its Content-Length; 204 and 304 have none. RFC 9110, 8.6. */
export function headersToSend(
  { status, headers, body }: ServiceResponse,
  extraHeaders: readonly string[],
): string[] {
  if (body === undefined)
    return status === 204 || status === 304
      ? [...headers, ...extraHeaders]
      : [...headers, ...extraHeaders, 'Content-Length', '0'];
  return [...headers, ...extraHeaders, 'Content-Length', `${body.length}`];
}
