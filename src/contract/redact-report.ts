import { createRedaction, type Redaction } from '../report/redaction.ts';
import type { Exchange, ExchangeOutcome, ReceivedResponse } from './exchange.ts';
import type { Report, RuleResult } from './report.ts';

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
