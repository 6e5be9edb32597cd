import { quoted, token } from '../../../contract/http1/wire-text.ts';

const isToken = new RegExp(`^${token}$`);
// biome-ignore lint/suspicious/noControlCharactersInRegex: a field value must not have these characters
const control = /[\x00-\x08\x0a-\x1f\x7f]/;

/** Reads the head of a response: a character for each byte, with the empty line. Returns undefined if it has no status line. */
export function readResponseHead(text: string) {
  const [statusLine = '', ...lines] = text.replace(/\r?\n\r?\n$/, '').split(/\r?\n/);
  const [, version, status, reason] = /^HTTP\/(1\.\d) (\d{3})( .*)?$/.exec(statusLine) ?? [];
  if (version === undefined) return undefined;
  /** Violations of the grammar of RFC 9112, as sentences without a full stop. */
  const faults: string[] = [];
  if (/(?<!\r)\n/.test(text)) faults.push('A line of the head ends in LF without CR');
  const rawHeaders = readFields(lines, faults);
  if (reason === undefined) faults.push('The status line has no space after the status');
  if (control.test(statusLine)) faults.push('The status line has a control character');
  return { statusLine, version, status: Number(status), rawHeaders, faults };
}

function readFields(lines: readonly string[], faults: string[]): [string, string][] {
  const fields: [string, string][] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    if (/^[ \t]/.test(line)) {
      faults.push(`A header line begins with a space: ${quoted(line)}`);
      const last = fields.at(-1);
      if (last !== undefined) last[1] = `${last[1]} ${line.trim()}`;
    } else if (colon < 0) faults.push(`A header line has no colon: ${quoted(line)}`);
    else fields.push(readField(line.slice(0, colon), line.slice(colon + 1), faults));
  }
  return fields;
}

function readField(name: string, text: string, faults: string[]): [string, string] {
  // Nothing else is whitespace: U+00A0 is a byte of the value.
  const value = text.replace(/^[ \t]+|[ \t]+$/g, '');
  if (!isToken.test(name)) faults.push(`The name of a header is not a token: ${quoted(name)}`);
  if (control.test(value)) faults.push(`The value of header ${quoted(name)} has a control character`);
  return [name.trim(), value];
}
