import type { Report, RuleResult } from '../../report.ts';
import type { Exchange, ExchangeOutcome, ReceivedResponse } from '../../wire/exchange.ts';
import { createRedaction, type Redaction } from './redact-text.ts';

function redactResponse(response: ReceivedResponse, { text, bytes }: Redaction): ReceivedResponse {
  const body = response.body === undefined ? undefined : bytes(response.body);
  return {
    ...response,
    statusLine: text(response.statusLine),
    rawHeaders: response.rawHeaders.map(([name, value]) => [text(name), text(value)] as const),
    // A compressed key has no pattern: where the decoded body held one, the coded content goes.
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
  return result.kind === 'not-exercised' ? { ...result, reason: text(result.reason) } : result;
}

/**
 * A report without the keys: every text and every byte that came from outside, where an answer may have echoed a key.
 * Each form of a key that `keyPattern` knows becomes `[key]`. Call it on every report that leaves the process.
 */
export function redactReport(report: Report, keys: readonly string[]): Report {
  const redaction = createRedaction(keys);
  const { text, excerpt } = redaction;
  return {
    ...report,
    target: text(report.target),
    rules: report.rules.map((result) => redactRule(result, redaction)),
    findings: report.findings.map((finding) => ({
      ...finding,
      ...(finding.where === undefined ? {} : { where: text(finding.where) }),
      expected: text(finding.expected),
      got: excerpt(finding.got),
    })),
    gaps: report.gaps.map((gap) => ({ ...gap, observed: text(gap.observed) })),
    notes: report.notes.map(text),
    exchanges: report.exchanges.map((exchange) => redactExchange(exchange, redaction)),
    incomplete: report.incomplete && { ...report.incomplete, message: text(report.incomplete.message) },
  };
}
