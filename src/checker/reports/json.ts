import { isUtf8 } from 'node:buffer';
import { writeJson } from '../../shared/json.ts';
import type { Report, RuleResult } from '../report.ts';
import type { Exchange, ReceivedResponse, RequestKey } from '../wire/exchange.ts';
import type { JsonReport } from './json-report.ts';
import { repeatCommand } from './repeat-command.ts';
import { coverage, ruleOf, verdict } from './verdict.ts';

/** The most bytes of a body that the report keeps. */
const mostBytes = 4096;

type JsonExchange = JsonReport['exchanges'][number];

/** The beginning of UTF-8 text that ends on a whole character. */
function wholeCharacters(text: Buffer): Buffer {
  let end = Math.min(text.length, mostBytes);
  while (end < text.length && end > 0 && ((text[end] ?? 0) & 0xc0) === 0x80) end--;
  return text.subarray(0, end);
}

function jsonBody(body: Buffer): NonNullable<NonNullable<JsonExchange['answer']>['body']> {
  const text = isUtf8(body);
  const shown = text ? wholeCharacters(body) : body.subarray(0, mostBytes);
  return {
    bytes: body.length,
    encoding: text ? 'utf-8' : 'base64',
    content: shown.toString(text ? 'utf8' : 'base64'),
    shortened: shown.length < body.length,
  };
}

/** A cookie may be a session of a person's: the only header that a report keeps the value of to itself. */
function isCookie(name: string): boolean {
  return /^set-cookie2?$/i.test(name);
}

function jsonResponse({
  rawHeaders,
  body,
  content: _coded,
  faults,
  ...rest
}: ReceivedResponse): JsonExchange['answer'] {
  return {
    ...rest,
    headers: rawHeaders.map(([name, value]) => [name, isCookie(name) ? '[hidden]' : value]),
    body: body === undefined ? null : jsonBody(body),
    faults: [...faults],
  };
}

function keyName(key: RequestKey): string {
  return key.kind === 'invalid' ? `invalid: ${key.how}` : key.kind;
}

function jsonExchange({ number, request, startedAt, outcome }: Exchange): JsonExchange {
  const { operationId, method, path, query } = request;
  return {
    number,
    startedAt: new Date(startedAt).toISOString(),
    request: { operationId, method, path, query, key: keyName(request.key) },
    answer: outcome.kind === 'responded' ? jsonResponse(outcome.response) : null,
    failure: outcome.kind === 'failed' ? { reason: outcome.reason, message: outcome.message } : null,
  };
}

function jsonRule({ rule: id, kind, ...detail }: RuleResult): JsonReport['rules'][number] {
  return { ...ruleOf(id), id, result: kind, ...detail };
}

function jsonFindings(report: Report): JsonReport['findings'] {
  const ignored = new Set(
    report.rules.flatMap((result) => (result.kind === 'failed' && result.ignored ? [result.rule] : [])),
  );
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.number, exchange]));
  const target = report.level === 'passive' ? undefined : report.target;
  return report.findings.map(({ rule, exchange, ...rest }) => {
    const shown = exchanges.get(exchange ?? -1);
    return {
      rule,
      severity: ruleOf(rule).severity,
      ignored: ignored.has(rule),
      exchange: exchange ?? null,
      ...rest,
      ...(shown === undefined ? {} : { repeat: repeatCommand(shown.request, target) }),
    };
  });
}

/** The report as JSON after `docs/report.schema.json`, with every exchange; a long body is shortened. */
export function jsonReport(report: Report): string {
  const value: JsonReport = {
    schemaVersion: 1,
    tool: report.tool,
    target: report.target,
    level: report.level,
    startedAt: report.startedAt,
    durationMs: report.durationMs,
    exitCode: report.exitCode,
    verdict: verdict(report),
    incomplete: report.incomplete ?? null,
    coverage: coverage(report),
    rules: report.rules.map(jsonRule),
    findings: jsonFindings(report),
    gaps: report.gaps.map((gap) => ({ ...gap, exchange: gap.exchange ?? null })),
    notes: [...report.notes],
    exchanges: report.exchanges.map(jsonExchange),
  };
  return `${writeJson(value, 2)}\n`;
}
