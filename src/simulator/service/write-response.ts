import type { ServerResponse } from 'node:http';
import { ownBytes } from '../../http/body.ts';
import { startStallTimeout } from '../../http/client-connection.ts';
import { errorBody, errorCatalogue } from '../../http/error-catalogue.ts';
import { type ExchangeEnd, type JournalEntry, keptBodyBytes } from '../environment/journal/journal-entry.ts';
import type { Exchange } from './exchange.ts';
import { headersToSend, type ServiceResponse, textBody } from './service-response.ts';

/**
 * Writes a response to its socket and returns how the exchange ended: whole, unless its client left earlier. The bytes of a list are not copied, so that a slow client
 * costs the buffer of its socket and not a list.
 */
export function writeResponse(
  res: ServerResponse,
  response: ServiceResponse,
  extra: readonly string[],
): ExchangeEnd {
  const { body } = response;
  res.writeHead(response.status, headersToSend(response, extra));
  if (body?.latin1 !== undefined) res.end(body.latin1, 'latin1');
  else res.end(body?.kind === 'text' ? body.text : body?.bytes);
  startStallTimeout(res);
  return res.destroyed && !res.writableFinished ? 'client-gone' : 'answered';
}

export function recordResponse(
  entry: JournalEntry,
  { status, headers, body }: ServiceResponse,
  extra: readonly string[],
): void {
  entry.status = status;
  entry.responseHeaders = extra.length === 0 ? headers : [...headers, ...extra];
  if (body === undefined) return;
  entry.responseBody = body.kind === 'bytes' ? body.head : beginningOf(body.text);
  entry.responseLength = body.length;
}

/** A part of a text would keep the whole text in memory. */
function beginningOf(text: string): string | Buffer {
  if (text.length <= keptBodyBytes) return text;
  return ownBytes(Buffer.from(text.slice(0, keptBodyBytes)), keptBodyBytes);
}

/** Responds with 500 or 503, or closes the connection if a response has already begun. */
export function respondWithFailure(
  { res, entry }: Pick<Exchange, 'res'> & Partial<Pick<Exchange, 'entry'>>,
  code: 'internal_error' | 'store_unavailable' = 'internal_error',
  extra: readonly string[] = [],
): void {
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const failure: ServiceResponse = {
    status: errorCatalogue[code].status,
    headers: ['Content-Type', 'application/json'],
    body: textBody(errorBody(code)),
  };
  if (entry !== undefined) recordResponse(entry, failure, extra);
  writeResponse(res, failure, extra);
}
