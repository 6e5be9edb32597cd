import type { Exchange } from '../exchange.ts';
import type { RecordedExchange } from '../recorded-exchange.ts';
import type { Finding } from '../report.ts';
import { hasMalformedId } from '../requests.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import { unavailableResponse } from '../unavailable.ts';
import type { Judgement } from './findings.ts';

/**
 * Returns the part of a judgement that the specification supports. A response of a limit or a gateway says nothing. Where a
 * gap allows a status that is not documented, only the message itself can break a rule.
 *
 * @param noJson whether the request does not accept JSON
 */
export function onlySpecified(exchange: Exchange, judgement: Judgement, noJson = false): Judgement {
  if (unavailableResponse(exchange) !== undefined) return onlyRules(judgement, () => false);
  return isAllowedRefusal(exchange, noJson) ? onlyRules(judgement, (rule) => rule === 'R02') : judgement;
}

/** The gap `list-query` allows a 400, `accept` a 406, and `malformed-order-id` a 400 or 422. Their bodies are not specified. */
function isAllowedRefusal(exchange: Exchange, noJson: boolean): boolean {
  const { request, outcome } = exchange;
  if (outcome.kind === 'failed') return false;
  const { status } = outcome.response;
  if (request.operationId === 'listOrders')
    return (request.query !== '' && status === 400) || (noJson && status === 406);
  return (status === 400 || status === 422) && hasMalformedId(request);
}

function onlyRules(judgement: Judgement, isShown: (rule: RuleId) => boolean): Judgement {
  const { findings, counts, exercised } = judgement;
  return {
    ...judgement,
    findings: findings.filter(({ rule }) => isShown(rule)),
    counts: new Map([...counts].filter(([rule]) => isShown(rule))),
    exercised: exercised.filter(isShown),
  };
}

/** Rules about headers: exchanges without headers cannot exercise them. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/**
 * Returns what the judgement of a recorded exchange shows: nothing about what is not known of it, such as missing headers, but
 * also R14 to R18, which depend on the key that its client sent.
 */
export function judgeRecorded(recorded: RecordedExchange, judgement: Judgement): Judgement {
  const { headersKnown, headersComplete, framingKnown, exchange } = recorded;
  const shown = (rule: RuleId): boolean =>
    rule === 'R19' ? headersComplete : headersKnown || !headerRules.includes(rule);
  const ofKey = judgement.undocumentedStatus ? [] : judgeKey(exchange);
  const { findings, counts, exercised, ...rest } = onlyRules(judgement, shown);
  return {
    ...rest,
    counts,
    findings: [...findings, ...ofKey.flatMap(({ finding }) => finding ?? [])],
    exercised: [
      ...exercised.filter((rule) => framingKnown || rule !== 'R02' || counts.has(rule)),
      ...ofKey.map(({ rule }) => rule),
    ],
  };
}

/** Returns the rule that requires a 401 for the key of a request, or undefined if the key may be valid. */
function keyRule({ request: { operationId, key } }: Exchange): RuleId | undefined {
  const lists = operationId === 'listOrders';
  if (key.kind === 'none') return lists ? 'R14' : 'R16';
  // A random token is invalid only because the response is 401: it proves nothing.
  if (key.kind === 'invalid' && key.how !== 'random') return lists ? 'R15' : 'R17';
  return undefined;
}

type Decided = { readonly rule: RuleId; readonly finding?: Finding };

/**
 * R14 to R18: a request without a key, or with an invalid one, gets a 401, and its response does not reveal whether an order
 * exists.
 */
function judgeKey(exchange: Exchange): readonly Decided[] {
  const rule = keyRule(exchange);
  const { number, outcome, request } = exchange;
  if (rule === undefined || outcome.kind === 'failed' || unavailableResponse(exchange) !== undefined)
    return [];
  const { status, statusLine } = outcome.response;
  const decide = (one: RuleId, broken: boolean): Decided => ({
    rule: one,
    ...(broken && {
      finding: { rule: one, exchange: number, where: 'status', expected: '401', got: statusLine },
    }),
  });
  if (request.operationId !== 'cancelOrder') return [decide(rule, status !== 401)];
  const discloses = status === 404 || status === 409;
  return discloses ? [decide('R18', true)] : [decide(rule, status !== 401), decide('R18', false)];
}
