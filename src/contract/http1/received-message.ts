import type { IncomingMessage } from 'node:http';
import { quoted } from '../../report/plain-text.ts';
import { headerValues, type ReceivedResponse } from '../exchange.ts';
import { decodeContent } from './content-coding.ts';

/** Headers in order: names as received, values without the whitespace around them. */
export type RawHeaders = readonly (readonly [name: string, value: string])[];

/** Returns headers of Node.js, which alternate names and values, in pairs. */
export function pairsOf(rawHeaders: readonly string[]): [name: string, value: string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []));
}

/** A response as the parser of Node.js read it. */
export type ReceivedMessage = ReturnType<typeof headOf> & {
  readonly content: Buffer;
  /** False if the rest was not kept, or not received, and that is no fault of the service. */
  readonly isWhole: boolean;
  /** What is wrong with the content or after it, as a sentence. */
  readonly fault: string | undefined;
};

export function headOf({ httpVersion, statusCode = 0, statusMessage = '', rawHeaders }: IncomingMessage) {
  return {
    version: httpVersion,
    status: statusCode,
    statusLine: `HTTP/${httpVersion} ${statusCode} ${statusMessage}`,
    rawHeaders: pairsOf(rawHeaders) as RawHeaders,
  };
}

/** Decodes a response to a request with a method, and collects its faults. `isTooLarge`: its content is longer when it is decoded. */
export function readMessage(
  { statusLine, version, status, rawHeaders, content, isWhole, fault }: ReceivedMessage,
  method: string,
  limit: number,
): { readonly response: Omit<ReceivedResponse, 'durationMs'>; readonly isTooLarge: boolean } {
  // These have no content that could be encoded. The bytes after a 204 are shown as they are.
  const isPlain = status === 204 || status === 304 || method === 'HEAD';
  const ofFraming = isPlain ? [] : framingFaults({ version, rawHeaders });
  const isDamaged = ofFraming.length > 0 || fault !== undefined || !isWhole;
  const decoded = isDamaged ? undefined : decodeContent(content, isPlain ? [] : rawHeaders, limit);
  const isRepeated = headerValues(rawHeaders, 'content-type').length > 1;
  const faults = [
    ...(isRepeated ? ['Content-Type is repeated'] : []),
    ...ofFraming,
    ...(fault === undefined ? [] : [fault]),
    ...(decoded?.kind === 'fault' ? [decoded.fault] : []),
  ];
  const body = decoded?.kind === 'decoded' ? decoded.body : undefined;
  return {
    response: { statusLine, status, rawHeaders, content, body, faults },
    isTooLarge: decoded?.kind === 'too-large',
  };
}

/** Returns the faults in Transfer-Encoding that the parser of Node.js accepts (RFC 9112, 6.1), as sentences. */
function framingFaults({
  version,
  rawHeaders,
}: Pick<ReceivedMessage, 'version' | 'rawHeaders'>): readonly string[] {
  const coding = headerValues(rawHeaders, 'transfer-encoding').join(', ').toLowerCase();
  if (coding === '') return [];
  if (coding !== 'chunked')
    return [`Transfer-Encoding is ${quoted(coding)}; without a TE header only chunked is allowed`];
  return version === '1.0' ? ['An HTTP/1.0 response has Transfer-Encoding'] : [];
}
