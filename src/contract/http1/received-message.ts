import type { IncomingMessage } from 'node:http';
import { quoted } from '../../report/plain-text.ts';
import { type FailureReason, headerValues, type ReceivedResponse } from '../exchange.ts';
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

/** An error of the parser of Node.js has the bytes in which it found the fault. */
export type ParseError = NodeJS.ErrnoException & { readonly reason?: string; readonly rawPacket?: Buffer };

type ParseFailure = { readonly kind: 'failed'; readonly reason: FailureReason; readonly message: string };

export function isParseError(error: NodeJS.ErrnoException): error is ParseError {
  return error.code?.startsWith('HPE_') === true;
}

export function describeParseError({ code, message, reason, rawPacket }: ParseError): ParseFailure {
  if (code === 'HPE_HEADER_OVERFLOW')
    return { kind: 'failed', reason: 'too-large', message: 'The response has a head that is too large.' };
  const start = rawPacket?.toString('latin1').split(/\r?\n/, 1)[0] ?? '';
  if (rawPacket !== undefined && !'HTTP/1.'.startsWith(start.slice(0, 7)) && code === 'HPE_INVALID_CONSTANT')
    return notHttp(start);
  return { kind: 'failed', reason: 'malformed', message: `The response is malformed: ${reason ?? message}.` };
}

function notHttp(start: string): ParseFailure {
  const isTls = start.charCodeAt(0) === 0x15 || start.charCodeAt(0) === 0x16;
  const hint = isTls ? '; this looks like TLS, so the base address probably needs https' : '';
  const what = `The response begins with ${quoted(start.slice(0, 60))} instead of an HTTP/1 status line${hint}.`;
  return { kind: 'failed', reason: 'not-http', message: what };
}

/**
 * Returns what an error in or after the content of a response shows. Bytes after a 204 are its content, because the contract
 * forbids a body there.
 *
 * @param status the status of a response that is complete
 */
export function faultInContent(error: ParseError, status: number | undefined) {
  const { rawPacket } = error;
  if (status !== 204 || rawPacket === undefined)
    return { fault: describeParseError(error).message.replace(/\.$/, '') };
  // The head may be in the same packet. Some services end lines with LF.
  const text = rawPacket.toString('latin1');
  const head = text.startsWith('HTTP/') ? /^.*?\n\r?\n/s.exec(text)?.[0] : '';
  return { surplus: rawPacket.subarray(head?.length ?? 0) };
}
