import { decodeContent } from '../../../src/checker/wire/content-coding.ts';
import type { ExchangeOutcome } from '../../../src/checker/wire/exchange.ts';
import { MessageReader } from '../../../src/checker/wire/message-reader.ts';

const maxBodyBytes = 10_000_000;

/** What the checker's sender makes of these bytes and the end of the connection after them, without a socket. */
export async function readAnswer(bytes: Buffer): Promise<ExchangeOutcome> {
  const reader = new MessageReader(maxBodyBytes);
  reader.push(bytes);
  const message = reader.finish('closed');
  if (message.kind === 'failed') return message;
  const { head, content, damaged, faults } = message;
  const { statusLine, status, rawHeaders } = head;
  const decoded =
    status === 204
      ? ({ kind: 'decoded', body: content } as const)
      : await decodeContent(content, rawHeaders, maxBodyBytes);
  const answer = {
    statusLine,
    status,
    rawHeaders,
    content,
    body: damaged || decoded.kind !== 'decoded' ? undefined : decoded.body,
    faults: decoded.kind === 'fault' && !damaged ? [...faults, decoded.fault] : faults,
    durationMs: 0,
  };
  return { kind: 'answered', answer };
}
