import { type ByteQueue, type Reading, readLine } from './byte-queue.ts';
import { quoted } from './quoted.ts';

/** The maximum number of bytes in the heads of one response, those of interim responses included. */
export const maxHeadBytes = 256 * 1024;

/** The status line and header fields of a response. */
export type Head = {
  readonly statusLine: string;
  /** `1.0`, `1.1` … */
  readonly version: string;
  readonly status: number;
  readonly rawHeaders: readonly (readonly [name: string, value: string])[];
  /** Violations of the grammar of RFC 9112 that did not prevent reading, as sentences. */
  readonly faults: readonly string[];
};

/** The result of reading a head. `bytes` is its length. */
export type HeadResult =
  | { readonly kind: 'head'; readonly head: Head; readonly bytes: number }
  | { readonly kind: 'malformed' | 'not-http' | 'https-port'; readonly message: string }
  | { readonly kind: 'too-large' }
  /** The bytes ended early. `started`: some arrived. */
  | { readonly kind: 'ended'; readonly started: boolean };

const token = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: a field value must not have these characters
const control = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Reads the status line and the header fields up to the empty line, at most `limit` bytes. */
export function* readHead(queue: ByteQueue, limit: number): Reading<HeadResult> {
  const lines: string[] = [];
  let bytes = 0;
  let bare = false;
  for (;;) {
    const line = yield* readLine(queue, limit - bytes);
    if (line.kind === 'too-long') {
      const first = lines.length === 0 ? queue.take(16) : undefined;
      return first !== undefined && !first.toString('latin1').startsWith('HTTP/1.')
        ? notHttp(first.toString('latin1'))
        : { kind: 'too-large' };
    }
    if (line.kind === 'ended') return endedHead(queue, lines);
    bytes += line.text.length + (line.bareLineFeed ? 1 : 2);
    bare ||= line.bareLineFeed;
    if (line.text === '' && lines.length > 0) return parseHead(lines, bare, bytes);
    if (lines.length === 0 && !line.text.startsWith('HTTP/1.')) return notHttp(line.text);
    lines.push(line.text);
  }
}

function endedHead(queue: ByteQueue, lines: readonly string[]): HeadResult {
  const rest = queue.take(16).toString('latin1');
  if (lines.length === 0 && rest !== '' && !'HTTP/1.'.startsWith(rest.slice(0, 7))) return notHttp(rest);
  return { kind: 'ended', started: lines.length > 0 || rest !== '' };
}

function notHttp(start: string): HeadResult {
  const tls = start.charCodeAt(0) === 0x15 || start.charCodeAt(0) === 0x16;
  const hint = tls ? '; this looks like TLS, so the base address probably needs https' : '';
  return {
    kind: tls ? 'https-port' : 'not-http',
    message: `The response begins with ${quoted(start)} instead of an HTTP/1 status line${hint}`,
  };
}

function parseHead(lines: readonly string[], bareLineFeed: boolean, bytes: number): HeadResult {
  const [statusLine = '', ...fields] = lines;
  const match = /^HTTP\/(1\.\d) (\d{3})( .*)?$/.exec(statusLine);
  if (match === null) {
    return { kind: 'malformed', message: `The status line is not valid in HTTP/1: ${quoted(statusLine)}` };
  }
  const faults: string[] = [];
  if (bareLineFeed) faults.push('A line of the head ends in LF without CR');
  if (match[3] === undefined) faults.push('The status line has no space after the status');
  if (control.test(statusLine)) faults.push('The status line has a control character');
  const rawHeaders = parseFields(fields, faults);
  const head = { statusLine, version: match[1] ?? '', status: Number(match[2]), rawHeaders, faults };
  return { kind: 'head', bytes, head };
}

function parseFields(lines: readonly string[], faults: string[]): [string, string][] {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const last = fields.at(-1);
    if (/^[ \t]/.test(line)) {
      faults.push(`A header line begins with a space: ${quoted(line)}`);
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
      continue;
    }
    const colon = line.indexOf(':');
    if (colon < 0) faults.push(`A header line has no colon: ${quoted(line)}`);
    else fields.push(parseField(line.slice(0, colon), line.slice(colon + 1), faults));
  }
  return fields;
}

function parseField(name: string, text: string, faults: string[]): [string, string] {
  const value = text.replace(/^[ \t]+/, '').trimEnd();
  if (!token.test(name)) faults.push(`The name of a header is not a token: ${quoted(name)}`);
  if (control.test(value)) faults.push(`The value of header ${quoted(name)} has a control character`);
  return [name.trim(), value];
}
