import { describeKey } from '../../contract/api-key.ts';
import type { Exchange, ReceivedResponse } from '../../contract/exchange.ts';
import { isDateTime } from '../../contract/judge/date-time.ts';
import {
  addFlaws,
  addValueFinding,
  type JudgeContext,
  newContext,
  toJudgement,
} from '../../contract/judge/findings.ts';
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
import type { Judgement } from '../../contract/judge/judgement.ts';
import { readStrictJson } from '../../contract/judge/strict-json.ts';
import type { GapObservation } from '../../contract/report.ts';
import type { RuleId } from '../../contract/rules/rules.ts';
import { isUnavailable } from '../../contract/unavailable.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import { summarise } from '../probes/expect-status.ts';
import type { MessageRequest } from './message-requests.ts';

export function judgeMessageExchange(
  planned: MessageRequest,
  exchange: Exchange,
  hide: Secrets['hide'],
): Judgement {
  const { number, outcome } = exchange;
  const context = newContext(number, hide);
  const cannotTest = (rules: readonly RuleId[], why: string): void =>
    void context.untested.push(...rules.map((rule) => ({ rule, reason: `request ${number} got ${why}` })));
  if (outcome.kind === 'failed') {
    judgeFailure(context, outcome);
    cannotTest(planned.rules, `no response: ${outcome.message}`);
  } else {
    const { response } = outcome;
    cannotTest(judgeStatus(planned, context, response), `a ${response.status}`);
    judgeMessage(context, response);
    if (fits(planned, response)) judgeContent(planned, context, response);
  }
  return toJudgement(context);
}

function fits({ expected }: MessageRequest, { status }: ReceivedResponse): boolean {
  return expected === 2 ? status >= 200 && status < 300 : status === expected;
}

/** Returns the rules that the response cannot decide. */
function judgeStatus(
  planned: MessageRequest,
  { findings, exercised }: JudgeContext,
  response: ReceivedResponse,
): readonly RuleId[] {
  const { request, rules, expected } = planned;
  const [rule, ...others] = rules;
  if (isUnavailable(response.status)) return rules;
  exercised.add(rule);
  if (fits(planned, response)) return [];
  findings.add(rule, {
    expected: `${expected === 2 ? 'a success status' : expected} ${describeKey(request.key)}`,
    got: () => summarise(response),
  });
  return others;
}

function judgeContent({ expected }: MessageRequest, context: JudgeContext, response: ReceivedResponse): void {
  const { status, body } = response;
  if (expected === 401) {
    judgeChallenge(context, response);
    judgeMediaType(context, 'R20', response);
    if (body !== undefined) judgeError(context, body, status);
  }
  if (expected === 2) {
    judgeMediaType(context, 'Q02', response);
    if (body !== undefined) judgeAccepted(context, body);
  }
}

/** Returns what an exchange of the quickstart shows in the gaps. */
export function observeMessage(
  planned: MessageRequest,
  { number, outcome }: Exchange,
): readonly GapObservation[] {
  if (outcome.kind === 'failed' || !fits(planned, outcome.response)) return [];
  const { response } = outcome;
  const seen = (gap: string, observed: string) => [{ gap, observed, allowed: true, exchange: number }];
  if (planned.expected === 400) return seen('message-bad-request-body', describeBadRequest(response));
  if (planned.expected !== 2) return [];
  const choices: Readonly<Record<number, string>> = { 200: 'ok', 201: 'created', 202: 'accepted' };
  return seen('message-accepted', choices[response.status] ?? String(response.status));
}

function describeBadRequest({ body, content }: ReceivedResponse): string {
  if (content.length === 0) return 'empty';
  const { root } = readStrictJson(body ?? content);
  const names = root?.kind === 'object' ? root.members.map(({ name }) => name) : [];
  return ['code', 'message', 'status'].every((name) => names.includes(name)) ? 'error' : 'another body';
}

const fields = ['id', 'message', 'status', 'createdAt'];

/** Q03 to Q05. The specification does not show which fields are required; but a body without any of them confirms nothing. */
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
  const members = lastMembers(root).filter(({ name }) => fields.includes(name));
  if (members.length === 0) {
    context.exercised.add('Q04');
    const expected = `an object with ${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`;
    addValueFinding(context, 'Q04', body, { ...root, where: '', expected });
  }
  for (const { name, value } of members) judgeField(context, body, name, value);
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

const zone = '(Z|[+-]\\d\\d(?::?\\d\\d)?)?';
const extended = new RegExp(`^(\\d{4}-\\d\\d-\\d\\d)T(\\d\\d:\\d\\d)(:\\d\\d)?(?:[.,]\\d+)?${zone}$`);
const basic = new RegExp(`^(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)?(?:[.,]\\d+)?${zone}$`);

/**
 * Returns whether a text is a timestamp of a calendar day in ISO 8601: in the extended or the basic format, to the minute or
 * the second, with or without a zone. RFC 3339 allows only some of these.
 */
export function isIsoTimestamp(text: string): boolean {
  const [, year, month, day, hour, minute, second = '00', basicZone] = basic.exec(text) ?? [];
  if (year !== undefined)
    return isDateTime(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset(basicZone)}`);
  const [, date, time, seconds = ':00', extendedZone] = extended.exec(text) ?? [];
  return date !== undefined && isDateTime(`${date}T${time}${seconds}${offset(extendedZone)}`);
}

/** Returns the offset in the form of RFC 3339. */
function offset(given: string | undefined): string {
  if (given === undefined || given === 'Z') return 'Z';
  const digits = given.slice(1).replace(':', '').padEnd(4, '0');
  return `${given[0]}${digits.slice(0, 2)}:${digits.slice(2)}`;
}
