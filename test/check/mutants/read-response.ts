import type { ExchangeOutcome } from '../../../src/contract/exchange.ts';
import { decodeContent } from '../../../src/contract/http1/content-coding.ts';
import { ResponseReader } from '../../../src/contract/http1/response-reader.ts';

const maxBodyBytes = 10_000_000;

/** Returns the outcome of the checker's sender for these bytes and the end of the connection, without a socket. */
export async function readResponse(bytes: Buffer): Promise<ExchangeOutcome> {
  const reader = new ResponseReader(maxBodyBytes);
  reader.push(bytes);
  const result = reader.finish('closed');
  if (result.kind === 'failed') return result;
  const { head, content, damaged, faults } = result;
  const { statusLine, status, rawHeaders } = head;
  const decoded =
    status === 204
      ? ({ kind: 'decoded', body: content } as const)
      : await decodeContent(content, rawHeaders, maxBodyBytes);
  const response = {
    statusLine,
    status,
    rawHeaders,
    content,
    body: damaged || decoded.kind !== 'decoded' ? undefined : decoded.body,
    faults: decoded.kind === 'fault' && !damaged ? [...faults, decoded.fault] : faults,
    durationMs: 0,
  };
  return { kind: 'responded', response };
}
