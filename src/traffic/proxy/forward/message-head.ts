import { quoted } from '../../../contract/http1/quoted.ts';
import type { RawHeaders } from '../proxied-exchange.ts';

/** The maximum number of bytes of a head. Services have smaller limits, which are theirs to apply. */
export const maxHeadBytes = 64 * 1024;

/** A request line and header lines. */
export type RequestHead = {
  readonly method: string;
  readonly target: string;
  /** `1.0` or `1.1`. */
  readonly version: string;
  /** All lines as received, without their ends: the request line, then one for each header. */
  readonly lines: readonly string[];
  readonly rawHeaders: RawHeaders;
};

/** A status line and header lines. */
export type ResponseHead = {
  readonly statusLine: string;
  readonly version: string;
  readonly status: number;
  readonly rawHeaders: RawHeaders;
};

/** A head, or why it is not one. */
export type HeadReading<Head> =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'malformed'; readonly why: string };

const name = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a field value must not have these characters
const control = /[\x00-\x08\x0a-\x1f\x7f]/;
const requestLine = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) ([\x21-\x7e\x80-\xff]+) HTTP\/(1\.[01])$/;

/**
 * Reads the head of a request, strictly by RFC 9112: a proxy that repaired a request could see another message than the
 * service. `text` has a character for each byte and ends in an empty line.
 */
export function readRequestHead(text: string): HeadReading<RequestHead> {
  const lines = text.slice(0, -4).split('\r\n');
  const [first = ''] = lines;
  const [, method, target, version] = requestLine.exec(first) ?? [];
  if (method === undefined || target === undefined || version === undefined)
    return malformed(`the request line is not valid: ${quoted(first)}`);
  const rawHeaders: [string, string][] = [];
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    const field = line.slice(0, colon);
    if (colon < 0 || !name.test(field)) return malformed(`a header line is not valid: ${quoted(field)}`);
    if (control.test(line)) return malformed(`the header ${quoted(field)} has a control character`);
    rawHeaders.push([field, trimmed(line.slice(colon + 1))]);
  }
  return { kind: 'head', head: { method, target, version, lines, rawHeaders } };
}

/**
 * Reads the head of a response. Its bytes are passed on as they are, so it is refused only if it cannot be read at all.
 */
export function readResponseHead(text: string): HeadReading<ResponseHead> {
  const lines = text.replace(/\r?\n\r?\n$/, '').split(/\r?\n/);
  const [statusLine = ''] = lines;
  const [, version, status] = /^HTTP\/(1\.\d) (\d{3})(?: .*)?$/.exec(statusLine) ?? [];
  if (version === undefined || status === undefined)
    return malformed(`the status line is not valid in HTTP/1: ${quoted(statusLine)}`);
  const rawHeaders: [string, string][] = [];
  for (const line of lines.slice(1)) {
    const last = rawHeaders.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      last[1] = `${last[1]} ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 0) return malformed(`a header line has no colon: ${quoted(line)}`);
    rawHeaders.push([line.slice(0, colon).trim(), trimmed(line.slice(colon + 1))]);
  }
  return { kind: 'head', head: { statusLine, version, status: Number(status), rawHeaders } };
}

/** Returns the length of a request's head with its empty line, or -1 if it is not complete. */
export function requestHeadLength(bytes: Buffer, from: number): number {
  const at = bytes.indexOf('\r\n\r\n', from, 'latin1');
  return at < 0 ? -1 : at + 4 - from;
}

/** Returns where a response's head with its empty line ends, or -1. Some services end lines with LF. */
export function responseHeadEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(10, from); at >= 0; at = bytes.indexOf(10, at + 1)) {
    if (bytes[at + 1] === 10) return at + 2;
    if (bytes[at + 1] === 13 && bytes[at + 2] === 10) return at + 3;
  }
  return -1;
}

/** Removes optional whitespace around a value, and nothing else: U+00A0 is a byte of the value. */
function trimmed(value: string): string {
  return value.replace(/^[ \t]+|[ \t]+$/g, '');
}

function malformed(why: string): { readonly kind: 'malformed'; readonly why: string } {
  return { kind: 'malformed', why };
}
