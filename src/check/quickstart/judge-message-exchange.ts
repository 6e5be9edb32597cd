import type { ResultCollector } from '../../contract/collect-results.ts';
import type { Exchange, ReceivedResponse } from '../../contract/exchange.ts';
import { addFlaws, addValueFinding, Findings, type JudgeContext } from '../../contract/judge/findings.ts';
import {
  isString,
  type JsonNode,
  kindInWords,
  lastMembers,
  pointerStep,
} from '../../contract/judge/json-node.ts';
import { judgeError } from '../../contract/judge/judge-body.ts';
import {
  judgeChallenge,
  judgeFailure,
  judgeMediaType,
  judgeMessage,
} from '../../contract/judge/judge-message.ts';
import { readStrictJson } from '../../contract/judge/strict-json.ts';
import { describeKey } from '../../contract/requests.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { summarise } from '../probes/expect-status.ts';
import { isIsoTimestamp } from './iso-timestamp.ts';
import type { MessageRequest } from './message-requests.ts';

/** Judges one exchange of the quickstart. Returns the number of findings. */
export function judgeMessageExchange(
  planned: MessageRequest,
  exchange: Exchange,
  collector: ResultCollector,
  hide: Secrets['hide'],
): number {
  const context: JudgeContext = { findings: new Findings(exchange.number), exercised: new Set(), hide };
  const before = collector.results.findings.length;
  const { outcome } = exchange;
  if (outcome.kind === 'failed') {
    judgeFailure(context, outcome);
    for (const rule of planned.rules)
      collector.untested(rule, `request ${exchange.number} got no response: ${outcome.message}`);
  } else {
    judgeMessage(context, outcome.response);
    if (judgeStatus(planned, exchange, outcome.response, collector))
      judgeContent(planned, context, outcome.response, collector);
  }
  collector.judged(exchange, {
    findings: context.findings.kept,
    counts: context.findings.counts,
    exercised: [...context.exercised],
    undocumentedStatus: false,
  });
  return collector.results.findings.length - before;
}

/** Returns whether the status is the expected one. */
function judgeStatus(
  { request, rules: [rule, ...others], expected }: MessageRequest,
  exchange: Exchange,
  response: ReceivedResponse,
  collector: ResultCollector,
): boolean {
  const { status } = response;
  const got = `request ${exchange.number} got a ${status}`;
  const fits = expected === 2 ? status >= 200 && status < 300 : status === expected;
  if (!fits) for (const other of others) collector.untested(other, got);
  if (fits) collector.kept(rule, exchange);
  else if (isUnavailable(status)) collector.untested(rule, got);
  else
    collector.broken({
      rule,
      exchange: exchange.number,
      expected: `${expected === 2 ? 'a success status' : expected} ${describeKey(request.key)}`,
      got: summarise(response),
    });
  return fits;
}

function judgeContent(
  { expected }: MessageRequest,
  context: JudgeContext,
  response: ReceivedResponse,
  collector: ResultCollector,
): void {
  const exchange = context.findings.exchange;
  const observe = (gap: string, observed: string) =>
    collector.observed({ gap, observed, allowed: true, exchange });
  const { status, body } = response;
  if (expected === 400) observe('message-bad-request-body', describeBadRequest(response));
  if (expected === 401) {
    judgeChallenge(context, response);
    judgeMediaType(context, 'R20', response);
    if (body !== undefined) judgeError(context, body, status);
  }
  if (expected === 2) {
    observe('message-accepted', { 200: 'ok', 201: 'created', 202: 'accepted' }[status] ?? String(status));
    judgeMediaType(context, 'Q02', response);
    if (body !== undefined) judgeAccepted(context, body);
  }
}

function describeBadRequest({ body, content }: ReceivedResponse): string {
  if (content.length === 0) return 'empty';
  const { root } = readStrictJson(body ?? content);
  const names = root?.kind === 'object' ? root.members.map(({ name }) => name) : [];
  return ['code', 'message', 'status'].every((name) => names.includes(name)) ? 'error' : 'another body';
}

const fields = ['id', 'message', 'status', 'createdAt'];

/** Q03 to Q05. Every field is optional, because the specification does not show which ones are required. */
function judgeAccepted(context: JudgeContext, body: Buffer): void {
  const text = readStrictJson(body);
  context.exercised.add('Q03');
  addFlaws(context, 'Q03', body, text);
  const { root } = text;
  if (root === undefined) return;
  if (root.kind !== 'object') {
    addValueFinding(context, 'Q03', body, { ...root, where: '', expected: 'an object' });
    return;
  }
  for (const { name, value } of lastMembers(root))
    if (fields.includes(name)) judgeField(context, body, name, value);
}

function judgeField(context: JudgeContext, body: Buffer, name: string, value: JsonNode): void {
  const where = pointerStep(name);
  context.exercised.add('Q04');
  if (!isString(value)) {
    const expected = `a string, not ${kindInWords(value)}`;
    addValueFinding(context, 'Q04', body, { ...value, where, expected });
    return;
  }
  if (name !== 'createdAt' || value.kind !== 'string') return;
  context.exercised.add('Q05');
  if (isIsoTimestamp(value.value)) return;
  addValueFinding(context, 'Q05', body, {
    ...value,
    where,
    expected: 'a timestamp such as 2026-01-20T10:00:00Z',
  });
}
