import type { Framing } from '../../../contract/http1/content.ts';
import { requestFraming } from './framing.ts';
import { maxHeadBytes, type RequestHead, readRequestHead, requestHeadLength } from './message-head.ts';

/** The head at the beginning of what a client sent. */
export type NextRequest =
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'refused'; readonly status: 400 | 431; readonly message: string }
  | {
      readonly kind: 'request';
      readonly head: RequestHead;
      readonly framing: Framing;
      /** Where the body begins. */
      readonly end: number;
    };

/** Reads the head of the next request. Refuses what no proxy may pass on, and what is not for this service. */
export function readNextRequest(bytes: Buffer): NextRequest {
  const begin = afterEmptyLines(bytes);
  const length = requestHeadLength(bytes, begin);
  if ((length < 0 ? bytes.length - begin : length) > maxHeadBytes)
    return refused(431, `The head of the request has more than ${maxHeadBytes} bytes.`);
  if (length < 0) return { kind: 'incomplete' };
  const end = begin + length;
  const reading = readRequestHead(bytes.toString('latin1', begin, end));
  if (reading.kind === 'malformed') return refused(400, `The request is malformed: ${reading.why}.`);
  const { head } = reading;
  const framing = requestFraming(head);
  if (framing.kind === 'malformed') return refused(400, `The request is malformed: ${framing.why}.`);
  if (!/^(?:\/|\*$)/.test(head.target))
    return refused(400, 'The target of the request is not a path: this proxy is a base address.');
  return { kind: 'request', head, framing, end };
}

/** Empty lines before a request are ignored (RFC 9112, 2.2). */
function afterEmptyLines(bytes: Buffer): number {
  let at = 0;
  while (bytes[at] === 13 && bytes[at + 1] === 10) at += 2;
  return at;
}

function refused(status: 400 | 431, message: string): NextRequest {
  return { kind: 'refused', status, message };
}
