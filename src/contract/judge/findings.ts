import { plainText } from '../../report/plain-text.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { Finding, RuleId } from '../report.ts';
import type { JsonText } from './strict-json.ts';

/** How many findings of one rule are kept, of an exchange and of a report. */
export const maxFindings = 100;

/** Adds a finding of one rule. `got` reads in the body and is called only for a finding that is kept. */
export type AddFinding = (found: {
  readonly where?: string;
  readonly expected: string;
  readonly got: () => string;
}) => void;

/** Returns what adds at most 100 findings of one rule in one exchange. */
export function adderOf(findings: Finding[], rule: RuleId, exchange: number): AddFinding {
  let left = maxFindings;
  return ({ got, ...found }) => {
    if (left > 0) findings.push({ rule, exchange, ...found, got: got() });
    left -= 1;
  };
}

/** A place in a body that breaks a rule: the bytes from `start` to `end`. */
export type Place = {
  readonly where: string;
  readonly start: number;
  readonly end: number;
  readonly expected: string;
};

/** Adds a place in a body, with its value and the bytes around it. */
export function addPlace(
  add: AddFinding,
  bytes: Buffer = Buffer.alloc(0),
  { where, start, end, expected }: Place,
  hide: Secrets['hide'],
): void {
  add({ where, expected, got: () => excerptOfValue(bytes, start, end, hide) });
}

export function addFlaws(
  add: AddFinding,
  bytes: Buffer = Buffer.alloc(0),
  text: JsonText,
  hide: Secrets['hide'],
): void {
  for (const { pointer, at, what, expected } of text.flaws)
    add({ where: pointer, expected, got: () => `${what} at ${excerpt(bytes, at, hide)}` });
}

const reach = 36;
const maxValue = 40;
// Reads more than it shows on each side, so that the longest key of a request is hidden even if the excerpt cuts it.
const margin = 16 * 1024;

/** Returns the bytes around an offset of a body as text on one line: `byte 17: …"id":1,"id":2…`. */
export function excerpt(bytes: Buffer, at: number, hide: Secrets['hide']): string {
  if (bytes.length === 0) return 'an empty body';
  const start = Math.max(0, at - reach);
  const end = Math.min(bytes.length, at + reach);
  // Latin-1 has one character for each byte, so that offsets stay correct; the shown part is decoded as UTF-8.
  const from = Math.max(0, start - margin);
  const wide = bytes.toString('latin1', from, end + margin);
  const shown = Buffer.from(hide(wide, start - from, end - from), 'latin1').toString('utf8');
  return `byte ${at}: ${start > 0 ? '…' : ''}${plainText(shown)}${end < bytes.length ? '…' : ''}`;
}

/** Returns the value from `start` to `end`, cut after 40 characters, and the bytes around it. */
export function excerptOfValue(bytes: Buffer, start: number, end: number, hide: Secrets['hide']): string {
  const wide = bytes.toString('utf8', start, Math.min(end, start + margin));
  const value = hide(wide, 0, maxValue) + (wide.length > maxValue ? '…' : '');
  return `${plainText(value)} at ${excerpt(bytes, start, hide)}`;
}
