import type { Secrets } from '../../secrets/secrets.ts';
import { type Exchange, headerValues, type OperationId, type ReceivedResponse } from '../exchange.ts';
import { type JudgeContext, newContext, toJudgement } from './findings.ts';
import { judgeClaimedJson, judgeError, judgeList, type ParsedBody } from './judge-body.ts';
import { judgeByPrism } from './judge-by-prism.ts';
import {
  judgeChallenge,
  judgeFailure,
  judgeMediaType,
  judgeMessage,
  judgeNoContent,
  mediaTypeOf,
} from './judge-message.ts';
import type { Judgement } from './judgement.ts';
import type { SurveyList } from './list-survey.ts';
import type { Prism } from './prism.ts';

export type JudgeOptions = {
  readonly prism: Prism;
  readonly documents: (operationId: OperationId, status: number) => boolean;
  readonly hide: Secrets['hide'];
  readonly survey: SurveyList;
};

/**
 * Judges one exchange: first by strict readers, whose findings show the bytes, then by Prism. It decides R02 to R12, R19 to R24,
 * R27 and R28. Rules about the expected response belong to the probes. A failed exchange breaks R02 if its reason is
 * `malformed`, otherwise no rule.
 */
export async function judgeExchange(
  exchange: Exchange,
  { prism, documents, hide, survey }: JudgeOptions,
): Promise<Judgement> {
  const context = newContext(exchange.number, hide);
  const { outcome, request } = exchange;
  if (outcome.kind === 'failed') {
    judgeFailure(context, outcome);
    return toJudgement(context);
  }
  const { response } = outcome;
  judgeMessage(context, response);
  const { operationId } = request;
  if (operationId === undefined) return toJudgement(context);
  const documented = documents(operationId, response.status);
  judgeStatus(context, exchange, response, documented);
  const body = documented ? judgeBody(context, operationId, response, survey) : undefined;
  if (body !== 'broken') await judgeByPrism(context, prism, request, response, body);
  return toJudgement(context, !documented);
}

/** R03, R04: the status. An undocumented status breaks only R03. */
function judgeStatus(
  { findings, exercised, hide }: JudgeContext,
  { request: { operationId, key } }: Exchange,
  response: ReceivedResponse,
  documented: boolean,
): void {
  const got = (): string => hide(response.statusLine);
  exercised.add('R03');
  if (!documented)
    findings.add('R03', { where: 'status', expected: `a status documented for ${operationId}`, got });
  if (operationId !== 'listOrders' || key.kind !== 'valid' || !documented) return;
  exercised.add('R04');
  if (response.status !== 200) findings.add('R04', { where: 'status', expected: '200', got });
}

/** Returns the body for Prism: undefined if there is none, `broken` if it cannot be read. */
function judgeBody(
  context: JudgeContext,
  operationId: OperationId,
  response: ReceivedResponse,
  survey: SurveyList,
): ParsedBody | 'broken' {
  const { status, body } = response;
  if (status === 401) judgeChallenge(context, response);
  if (status === 204) {
    judgeNoContent(context, response);
    return undefined;
  }
  const isList = operationId === 'listOrders' && status === 200;
  const isError = status === 401 || status === 404;
  if (!isList && !isError) {
    judgeOtherBody(context, response);
    return undefined;
  }
  const rule = isList ? 'R05' : 'R20';
  judgeTypeUnlessEmpty(context, rule, response);
  if (body === undefined || isOtherContent(context, rule, body)) return 'broken';
  const parsed = isList ? judgeList(context, body, survey(body)) : judgeError(context, body, status);
  return parsed ?? 'broken';
}

/** An empty body without a Content-Type breaks only the rule about JSON. */
function judgeTypeUnlessEmpty(context: JudgeContext, rule: 'R05' | 'R20', response: ReceivedResponse): void {
  const untyped = headerValues(response.rawHeaders, 'content-type').length === 0;
  if (!(untyped && response.content.length === 0)) judgeMediaType(context, rule, response);
}

/** Whether the content has another type and does not look like JSON: then only the type is a finding. */
function isOtherContent({ findings }: JudgeContext, rule: 'R05' | 'R20', body: Buffer): boolean {
  return findings.counts.has(rule) && !/^\s*[[{]/.test(body.toString('latin1', 0, 64));
}

/** A body whose shape is not specified, such as that of a 409, only has to be what its type claims. */
function judgeOtherBody(context: JudgeContext, response: ReceivedResponse): void {
  const { body } = response;
  const claimsJson = mediaTypeOf(response)?.type === 'application/json';
  if (claimsJson && body !== undefined && body.length > 0) judgeClaimedJson(context, body);
}
