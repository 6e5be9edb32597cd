import { isUtf8 } from 'node:buffer';
import type { Exchange, ReceivedResponse } from '../../contract/exchange.ts';
import type { Report } from '../../contract/report.ts';
import { ruleOf } from '../../contract/rules/rules.ts';
import { writeJson } from '../../json/json.ts';
import { redacted } from '../../secrets/secrets.ts';
import { repeatCommand } from './repeat-command.ts';
import { verdictOf, viewReport } from './report-view.ts';

const maxBytes = 4096;

function jsonBody(body: Buffer, bytes: number) {
  const start = body.subarray(0, maxBytes);
  const shortened = bytes > start.length;
  if (!isUtf8(body)) return { bytes, encoding: 'base64', content: start.toString('base64'), shortened };
  // A decoder of a stream leaves out a character that is cut at the end.
  const content = new TextDecoder('utf-8', { ignoreBOM: true }).decode(start, { stream: true });
  return { bytes, encoding: 'utf-8', content, shortened };
}

function jsonResponse(response: ReceivedResponse) {
  const { rawHeaders, body, bodyBytes = body?.length ?? 0, content: _coded, faults, ...rest } = response;
  // A cookie may be the session of a person. It is the only header whose value is hidden.
  const shown = (name: string, value: string) => (/^set-cookie2?$/i.test(name) ? redacted : value);
  return {
    ...rest,
    headers: rawHeaders.map(([name, value]) => [name, shown(name, value)]),
    body: body === undefined ? null : jsonBody(body, bodyBytes),
    faults,
  };
}

export function jsonExchange({ number, request, startedAt, outcome }: Exchange) {
  const { operationId, method, path, query, key } = request;
  const keyName = key.kind === 'invalid' ? `invalid: ${key.how}` : key.kind;
  return {
    number,
    startedAt: new Date(startedAt).toISOString(),
    request: { operationId: operationId ?? null, method, path, query, key: keyName },
    answer: outcome.kind === 'responded' ? jsonResponse(outcome.response) : null,
    failure: outcome.kind === 'failed' ? { reason: outcome.reason, message: outcome.message } : null,
  };
}

function jsonFindings(report: Report) {
  const { findings, exchanges } = report;
  const byNumber = new Map(exchanges.map((exchange) => [exchange.number, exchange]));
  return findings.map(({ rule, exchange, operation, ...rest }) => {
    const shown = byNumber.get(exchange ?? -1);
    return {
      rule,
      severity: ruleOf(rule).severity,
      operation: operation ?? null,
      exchange: exchange ?? null,
      ...rest,
      ...(shown && { repeat: repeatCommand(shown.request, report) }),
    };
  });
}

/** Formats a report as JSON, valid by `docs/reference/report.schema.json`. It contains every exchange; long bodies are shortened. */
export function jsonReport(report: Report): string {
  return `${writeJson(jsonOf(report), 2)}\n`;
}

export type JsonReport = ReturnType<typeof jsonOf>;

function jsonOf(report: Report) {
  const { tool, target, level, headers, startedAt, durationMs, exitCode, notes } = report;
  return {
    ...{ schemaVersion: 1, tool, target, level, headers, startedAt, durationMs, exitCode },
    verdict: verdictOf(report),
    incomplete: report.incomplete ?? null,
    coverage: viewReport(report).coverage,
    rules: report.rules.map(({ rule: id, kind, ...detail }) => ({
      ...ruleOf(id),
      id,
      result: kind,
      ...detail,
    })),
    findings: jsonFindings(report),
    orders: report.orders.map(({ id, named, untested }) => ({
      id: id.toString(),
      named,
      tested: untested === undefined,
      reason: untested,
    })),
    gaps: report.gaps.map((gap) => ({ ...gap, exchange: gap.exchange ?? null })),
    notes,
    exchanges: report.exchanges.map(jsonExchange),
  };
}
