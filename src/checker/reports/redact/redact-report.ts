import type { Report, RuleResult } from '../../report.ts';
import type { Exchange, ExchangeOutcome, ReceivedResponse } from '../../wire/exchange.ts';
import { keyForms, keyPattern, mayContain } from './key-forms.ts';

/** Replaces a key in a report. */
const redacted = '[key]';

/** The minimum length of a part of a key, left by a shortening, that is redacted. */
const minPart = 4;

/** Returns how many characters at the end of `text` are the beginning of the key. */
function startOfKeyAtEnd(text: string, key: string): number {
  for (let length = key.length - 1; length >= minPart; length--)
    if (text.endsWith(key.slice(0, length))) return length;
  return 0;
}

/** Returns how many characters at the start of `text` are the end of the key. */
function endOfKeyAtStart(text: string, key: string): number {
  for (let length = key.length - 1; length >= minPart; length--)
    if (text.startsWith(key.slice(-length))) return length;
  return 0;
}

/** Redacts the part of a key that a shortening left: at the ends of a text and beside each ellipsis. */
function redactCut(text: string, key: string): string {
  return text
    .split('…')
    .map((piece) => {
      const start = endOfKeyAtStart(piece, key);
      const rest = start > 0 ? redacted + piece.slice(start) : piece;
      const end = startOfKeyAtEnd(rest, key);
      return end > 0 ? rest.slice(0, -end) + redacted : rest;
    })
    .join('…');
}

/** Removes keys from texts and bytes. */
export type Redaction = {
  readonly text: (text: string) => string;
  /** Like `text`, for a part of a longer text: also removes a part of a key at its ends or beside an ellipsis. */
  readonly excerpt: (text: string) => string;
  /** Returns the same buffer if it contains no key. */
  readonly bytes: (bytes: Buffer) => Buffer;
};

/** Creates a redaction of these keys, the longest first. Empty keys are ignored. */
export function createRedaction(keys: readonly string[]): Redaction {
  const known = [...new Set(keys)].filter((key) => key !== '').sort((a, b) => b.length - a.length);
  const patterns = known.map((key) => keyPattern(keyForms(key)));
  const formsInBytes = known.map((key) => keyForms(Buffer.from(key).toString('latin1')));
  const text = (given: string): string =>
    patterns.reduce((rest, pattern) => rest.replace(pattern, redacted), given);
  const redactBytes = (given: Buffer): Buffer => {
    const patternsInBytes = formsInBytes.filter((forms) => mayContain(given, forms)).map(keyPattern);
    if (patternsInBytes.length === 0) return given;
    const before = given.toString('latin1');
    const after = patternsInBytes.reduce((rest, pattern) => rest.replace(pattern, redacted), before);
    return after === before ? given : Buffer.from(after, 'latin1');
  };
  // Several exchanges of a check may share the buffer of a long list.
  const done = new WeakMap<Buffer, Buffer>();
  return {
    text,
    excerpt: (given) => known.reduce(redactCut, text(given)),
    bytes: (given) => {
      const result = done.get(given) ?? redactBytes(given);
      done.set(given, result);
      return result;
    },
  };
}

function redactResponse(response: ReceivedResponse, { text, bytes }: Redaction): ReceivedResponse {
  const body = response.body === undefined ? undefined : bytes(response.body);
  return {
    ...response,
    statusLine: text(response.statusLine),
    rawHeaders: response.rawHeaders.map(([name, value]) => [text(name), text(value)] as const),
    // A compressed key has no pattern: if the decoded body contains a key, the coded content is dropped.
    content: body === response.body ? bytes(response.content) : (body ?? Buffer.alloc(0)),
    body,
    faults: response.faults.map(text),
  };
}

function redactOutcome(outcome: ExchangeOutcome, redaction: Redaction): ExchangeOutcome {
  return outcome.kind === 'responded'
    ? { ...outcome, response: redactResponse(outcome.response, redaction) }
    : { ...outcome, message: redaction.text(outcome.message) };
}

function redactExchange(exchange: Exchange, redaction: Redaction): Exchange {
  const { request } = exchange;
  return {
    ...exchange,
    request: { ...request, path: redaction.text(request.path), query: redaction.text(request.query) },
    outcome: redactOutcome(exchange.outcome, redaction),
  };
}

function redactRule(result: RuleResult, { text }: Redaction): RuleResult {
  if (result.kind === 'not-exercised') return { ...result, reason: text(result.reason) };
  if (result.kind === 'failed' || result.partly === undefined) return result;
  return { ...result, partly: text(result.partly) };
}

/**
 * Returns a report without the keys. It redacts every text and body that comes from outside, because a response may echo
 * a key: each form of a key that `keyForms` returns becomes `[key]`. Call it for every report that leaves the process.
 */
export function redactReport(report: Report, keys: readonly string[]): Report {
  const redaction = createRedaction(keys);
  const { text, excerpt } = redaction;
  // Names and values of a body are cut if they are long.
  const maybeCut = (given: string): string => (given.includes('…') ? excerpt(given) : text(given));
  return {
    ...report,
    target: text(report.target),
    rules: report.rules.map((result) => redactRule(result, redaction)),
    findings: report.findings.map((finding) => ({
      ...finding,
      ...(finding.where === undefined ? {} : { where: maybeCut(finding.where) }),
      expected: text(finding.expected),
      got: excerpt(finding.got),
      accepted: finding.accepted === undefined ? undefined : text(finding.accepted),
    })),
    orders: report.orders.map(({ untested, ...order }) => ({
      ...order,
      untested: untested === undefined ? undefined : text(untested),
    })),
    gaps: report.gaps.map((gap) => ({ ...gap, observed: maybeCut(gap.observed) })),
    notes: report.notes.map(text),
    exchanges: report.exchanges.map((exchange) => redactExchange(exchange, redaction)),
    incomplete: report.incomplete && { ...report.incomplete, message: text(report.incomplete.message) },
  };
}
