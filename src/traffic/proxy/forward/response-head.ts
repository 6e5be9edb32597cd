import type { RawHeaders } from '../../../contract/http1/head.ts';
import { quoted, token } from '../../../contract/http1/wire-text.ts';

export type ResponseHead = {
  readonly statusLine: string;
  /** `1.0`, `1.1` … */
  readonly version: string;
  readonly status: number;
  readonly rawHeaders: RawHeaders;
  /** Violations of the grammar of RFC 9112, as sentences without a full stop. */
  readonly faults: readonly string[];
};

const isToken = new RegExp(`^${token}$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: a field value must not have these characters
const control = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Reads the head of a response: a character for each byte, with the empty line. */
export function readResponseHead(
  text: string,
): { readonly kind: 'head'; readonly head: ResponseHead } | { readonly kind: 'malformed' } {
  const { lines, rawHeaders, faults } = readFields(text);
  const [statusLine = ''] = lines;
  const [, version, status, reason] = /^HTTP\/(1\.\d) (\d{3})( .*)?$/.exec(statusLine) ?? [];
  if (version === undefined) return { kind: 'malformed' };
  if (reason === undefined) faults.push('The status line has no space after the status');
  if (control.test(statusLine)) faults.push('The status line has a control character');
  return { kind: 'head', head: { statusLine, version, status: Number(status), rawHeaders, faults } };
}

function readFields(text: string): {
  readonly lines: readonly string[];
  readonly rawHeaders: RawHeaders;
  readonly faults: string[];
} {
  const lines = text.replace(/\r?\n\r?\n$/, '').split(/\r?\n/);
  const fields: [string, string][] = [];
  const faults: string[] = [];
  if (/(?<!\r)\n/.test(text)) faults.push('A line of the head ends in LF without CR');
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) {
      faults.push(`A header line begins with a space: ${quoted(line)}`);
      const last = fields.at(-1);
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    } else if (colon < 0) faults.push(`A header line has no colon: ${quoted(line)}`);
    else fields.push(readField(line.slice(0, colon), line.slice(colon + 1), faults));
  }
  return { lines, rawHeaders: fields, faults };
}

function readField(name: string, text: string, faults: string[]): [string, string] {
  // Nothing else is whitespace: U+00A0 is a byte of the value.
  const value = text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (!isToken.test(name)) faults.push(`The name of a header is not a token: ${quoted(name)}`);
  if (control.test(value)) faults.push(`The value of header ${quoted(name)} has a control character`);
  return [name.trim(), value];
}
