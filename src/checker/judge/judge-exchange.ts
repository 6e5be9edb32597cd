import type { Answer, Exchange, OperationId } from '../wire/exchange.ts';
import type { HideKey } from '../wire/hide-key.ts';
import { judgeClaimedJson, judgeError } from './error-pass.ts';
import { Findings } from './findings.ts';
import type { Contract, Judgement } from './judgement.ts';
import type { Judging } from './judging.ts';
import { judgeList } from './list-pass.ts';
import type { SurveyList } from './list-survey.ts';
import {
  judgeChallenge,
  judgeFailure,
  judgeMediaType,
  judgeMessage,
  judgeNoContent,
  mediaTypeOf,
} from './message-pass.ts';
import type { Prism } from './prism.ts';
import { judgeByPrism, type ParsedBody } from './prism-pass.ts';

/** What exchanges are judged by. */
export type Bench = {
  readonly prism: Prism;
  readonly documents: Contract['documents'];
  readonly hide: HideKey;
  readonly survey: SurveyList;
};

/** Judges one exchange: strict passes first, for they show the bytes, then Prism. */
export async function judgeExchange(
  exchange: Exchange,
  { prism, documents, hide, survey }: Bench,
): Promise<Judgement> {
  const judging: Judging = { findings: new Findings(exchange.number), exercised: new Set(), hide };
  const { outcome, request } = exchange;
  if (outcome.kind === 'failed') {
    judgeFailure(judging, outcome);
    return toJudgement(judging, false);
  }
  const { answer } = outcome;
  judgeMessage(judging, answer);
  const documented = documents(request.operationId, answer.status);
  judgeStatus(judging, exchange, answer, documented);
  const body = documented ? judgeBody(judging, request.operationId, answer, survey) : undefined;
  if (body !== 'broken') await judgeByPrism(judging, prism, request, answer, body);
  return toJudgement(judging, !documented);
}

function toJudgement({ findings, exercised }: Judging, undocumentedStatus: boolean): Judgement {
  return {
    findings: findings.kept,
    counts: findings.counts,
    exercised: [...exercised].sort(),
    undocumentedStatus,
  };
}

/** R03, R04: the status. One that is not documented at all is not called a wrong answer to a valid key as well. */
function judgeStatus(
  { findings, exercised, hide }: Judging,
  exchange: Exchange,
  answer: Answer,
  documented: boolean,
): void {
  const got = (): string => hide(answer.statusLine);
  const { operationId, key } = exchange.request;
  exercised.add('R03');
  if (!documented)
    findings.add('R03', { where: 'status', expected: `a status documented for ${operationId}`, got });
  if (operationId !== 'listOrders' || key.kind !== 'valid' || !documented) return;
  exercised.add('R04');
  if (answer.status !== 200) findings.add('R04', { where: 'status', expected: '200', got });
}

/** Undefined: no body to show to Prism; `broken`: one that cannot be read, so that Prism has nothing to judge. */
function judgeBody(
  judging: Judging,
  operationId: OperationId,
  answer: Answer,
  survey: SurveyList,
): ParsedBody | 'broken' {
  if (answer.status === 401) judgeChallenge(judging, answer);
  if (answer.status === 204) {
    judgeNoContent(judging, answer);
    return undefined;
  }
  const isList = operationId === 'listOrders' && answer.status === 200;
  const isError = answer.status === 401 || answer.status === 404;
  if (!isList && !isError) {
    judgeOtherBody(judging, answer);
    return undefined;
  }
  const rule = isList ? 'R05' : 'R20';
  judgeTypeUnlessEmpty(judging, rule, answer);
  if (answer.body === undefined || isOtherContent(judging, rule, answer.body)) return 'broken';
  const parsed = isList
    ? judgeList(judging, answer.body, survey(answer.body))
    : judgeError(judging, answer.body, answer.status);
  return parsed ?? 'broken';
}

/** A missing body needs no content type: it is told once, as a missing JSON text. */
function judgeTypeUnlessEmpty(judging: Judging, rule: 'R05' | 'R20', answer: Answer): void {
  const untyped = !answer.rawHeaders.some(([name]) => name.toLowerCase() === 'content-type');
  if (!(untyped && answer.content.length === 0)) judgeMediaType(judging, rule, answer);
}

/** Whether the content is of another type and looks it: then its type is the one cause. */
function isOtherContent({ findings }: Judging, rule: 'R05' | 'R20', body: Buffer): boolean {
  return findings.counts.has(rule) && !/^\s*[[{]/.test(body.toString('latin1', 0, 64));
}

/** A body of a shape that is not given, as that of a 409: it has only to be what it claims to be. */
function judgeOtherBody(judging: Judging, answer: Answer): void {
  const { body } = answer;
  const claimsJson = mediaTypeOf(answer)?.type === 'application/json';
  if (claimsJson && body !== undefined && body.length > 0) judgeClaimedJson(judging, body);
}
