import { quoted } from '../../report/plain-text.ts';
import type { FailureReason } from '../exchange.ts';

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
