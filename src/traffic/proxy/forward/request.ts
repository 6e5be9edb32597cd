import { headerValues } from '../../../contract/exchange.ts';
import { type Framing, requestFraming } from '../../../contract/http1/framing.ts';
import { headEnd, type RequestHead, readRequestHead } from '../../../contract/http1/head.ts';

/** The maximum number of bytes of a head. Services have smaller limits, which are theirs to apply. */
export const maxHeadBytes = 64 * 1024;

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

/**
 * Reads the head of the next request. Refuses what is not for this service, and any violation of RFC 9112: a proxy that
 * repaired a request could see another message than the service, for example a longer one that hides a second request.
 */
export function readNextRequest(bytes: Buffer): NextRequest {
  const begin = afterEmptyLines(bytes);
  const end = headEnd(bytes, begin);
  if ((end < 0 ? bytes.length : end) - begin > maxHeadBytes)
    return refused(431, `The head of the request has more than ${maxHeadBytes} bytes.`);
  if (end < 0) return { kind: 'incomplete' };
  const reading = readRequestHead(bytes.toString('latin1', begin, end));
  if (reading.kind === 'malformed') return refused(400, `${reading.why}.`);
  const { head } = reading;
  const { framing, faults } = requestFraming(head);
  const [fault] = [...head.faults, ...faults];
  if (fault !== undefined) return refused(400, `${fault}.`);
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

/**
 * Returns the head that is sent to the service. It differs from the client's in two things only: Host names the
 * service, and the offer to switch protocols (Upgrade) is left out, because the proxy reads only HTTP/1.1.
 */
export function headToSend({ lines, rawHeaders }: RequestHead, authority: string): string {
  const upgrades = headerValues(rawHeaders, 'upgrade').length > 0;
  const sent: string[] = [];
  for (const line of lines) {
    if (isField(line, 'host')) sent.push(withValue(line, authority));
    else if (upgrades && isField(line, 'connection')) sent.push(...withoutUpgrade(line));
    else if (!upgrades || !(isField(line, 'upgrade') || isField(line, 'http2-settings'))) sent.push(line);
  }
  return `${sent.join('\r\n')}\r\n\r\n`;
}

function isField(line: string, name: string): boolean {
  return line.charCodeAt(name.length) === 58 && line.slice(0, name.length).toLowerCase() === name;
}

/** Keeps the name, and the whitespace around the value. */
function withValue(line: string, value: string): string {
  return line.replace(
    /^([^:]*:[ \t]*).*?([ \t]*)$/,
    (_, before: string, after: string) => before + value + after,
  );
}

function withoutUpgrade(line: string): readonly string[] {
  const options = line.slice(line.indexOf(':') + 1).split(',');
  const kept = options.filter((option) => !/^(?:upgrade|http2-settings)$/i.test(option.trim()));
  return kept.length === 0 ? [] : [withValue(line, kept.join(',').trim())];
}
