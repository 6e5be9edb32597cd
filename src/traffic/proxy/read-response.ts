import { headerValues } from '../../contract/exchange.ts';
import { type Framing, responseFraming } from '../../contract/http1/framing.ts';
import { quoted, token } from '../../contract/http1/wire-text.ts';
import { findHead } from './forward/response-bytes.ts';
import type { ForwardedResponse } from './proxied-exchange.ts';

/** What the bytes after a head are. Without `fault` they are a whole body, and what follows it. */
type Body = {
  readonly content: Buffer;
  readonly rest: Buffer;
  /** Why the body is not whole. It is `cut` if more bytes could have made it whole. */
  readonly fault?: { readonly kind: 'cut' | 'malformed'; readonly text: string };
};

const nothing = Buffer.alloc(0);

/**
 * Reads the bytes of a response strictly by RFC 9112, and skips interim responses. `framingKnown` is false if the rest of the
 * response, which the proxy did not keep or did not receive, decides about its framing. Throws if there is no head.
 */
export function readResponse({ bytes, complete, isLong }: ForwardedResponse) {
  const found = findHead(bytes);
  if (found === undefined) throw new Error('a response was forwarded whose head cannot be read');
  const { head, end } = found;
  const { framing, faults, damaged } = responseFraming(head, 'GET');
  const { content, rest, fault } = readBody(bytes.subarray(end), framing);
  const isOpen = fault?.kind === 'cut' || framing.kind === 'close';
  const framingKnown = complete || !isOpen;
  const ofHead = [...head.faults, ...repeatedType(head), ...faults];
  // What the proxy did not keep, or did not receive, is no fault of the service.
  if (!framingKnown || isLong) return { head, content: nothing, faults: ofHead, damaged: true, framingKnown };
  if (fault !== undefined)
    return { head, content: nothing, faults: [...ofHead, fault.text], damaged: true, framingKnown };
  // Bytes after a 204 are its content, because the contract forbids a body there.
  if (head.status === 204) return { head, content: rest, faults: ofHead, damaged, framingKnown };
  const surplus = rest.length === 0 ? [] : [`${rest.length} bytes after the end of the response`];
  return { head, content, faults: [...ofHead, ...surplus], damaged, framingKnown };
}

function readBody(bytes: Buffer, framing: Framing): Body {
  switch (framing.kind) {
    case 'none':
      return { content: nothing, rest: bytes };
    case 'close':
      return { content: bytes, rest: nothing };
    case 'chunked':
      return readChunks(bytes);
    case 'length': {
      const length = framing.bytes;
      if (bytes.length >= length) return { content: bytes.subarray(0, length), rest: bytes.subarray(length) };
      const text = `The content is cut short: the connection was closed after ${bytes.length} of ${length} bytes`;
      return { content: nothing, rest: nothing, fault: { kind: 'cut', text } };
    }
  }
}

const chunkLine = /^([0-9a-fA-F]{1,13})[ \t]*(?:;.*)?\r$/;
const trailer = new RegExp(`^${token}:`);

function readChunks(bytes: Buffer): Body {
  const pieces: Buffer[] = [];
  let at = 0;
  const readLine = (): string | undefined => {
    const end = bytes.indexOf(10, at);
    const line = end < 0 ? undefined : bytes.toString('latin1', at, end);
    at = end + 1;
    return line;
  };
  for (let line = readLine(); line !== undefined; line = readLine()) {
    const size = chunkLine.exec(line)?.[1];
    if (size === undefined) return malformed(`a chunk begins with ${shown(line)} instead of its size`);
    const length = Number.parseInt(size, 16);
    if (length === 0)
      return readTrailers(readLine) ?? { content: Buffer.concat(pieces), rest: bytes.subarray(at) };
    pieces.push(bytes.subarray(at, at + length));
    at += length;
    if (at + 2 > bytes.length) break;
    if (bytes.toString('latin1', at, at + 2) !== '\r\n') return malformed('a chunk is longer than its size');
    at += 2;
  }
  return withoutEnd;
}

/** Reads to the empty line. Returns why there is none. */
function readTrailers(readLine: () => string | undefined): Body | undefined {
  for (let line = readLine(); line !== undefined; line = readLine()) {
    if (line === '\r' || line === '') return undefined;
    if (!trailer.test(line)) return malformed(`it has a bad trailer: ${shown(line)}`);
  }
  return withoutEnd;
}

const withoutEnd: Body = {
  content: nothing,
  rest: nothing,
  fault: { kind: 'cut', text: 'The chunked content has no end' },
};

function malformed(what: string): Body {
  const text = `The chunked content is malformed: ${what}`;
  return { content: nothing, rest: nothing, fault: { kind: 'malformed', text } };
}

function shown(line: string): string {
  return quoted(line.replace(/\r$/, ''));
}

function repeatedType({ rawHeaders }: { readonly rawHeaders: readonly (readonly [string, string])[] }) {
  return headerValues(rawHeaders, 'content-type').length > 1 ? ['Content-Type is repeated'] : [];
}
