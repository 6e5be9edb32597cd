import type { Exchange } from '../exchange.ts';
import { hasMalformedId } from '../requests.ts';
import type { RuleId } from '../rules/rules.ts';
import { unavailableResponse } from '../unavailable.ts';
import type { Judgement } from './judgement.ts';

/**
 * Returns the part of a judgement that the specification supports. A response of a limit or a gateway says nothing. Where a
 * gap allows a status that is not documented, only the message itself can break a rule.
 *
 * @param noJson whether the request does not accept JSON
 */
export function onlySpecified(exchange: Exchange, judgement: Judgement, noJson = false): Judgement {
  // The quickstart is judged by what each of its requests must get.
  if (exchange.request.operationId === 'postMessage') return judgement;
  if (unavailableResponse(exchange) !== undefined) return onlyRules(judgement, []);
  return isAllowedRefusal(exchange, noJson) ? onlyRules(judgement, ['R02']) : judgement;
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

function onlyRules(judgement: Judgement, rules: readonly RuleId[]): Judgement {
  const { findings, counts, exercised } = judgement;
  return {
    ...judgement,
    findings: findings.filter(({ rule }) => rules.includes(rule)),
    counts: new Map([...counts].filter(([rule]) => rules.includes(rule))),
    exercised: exercised.filter((rule) => rules.includes(rule)),
  };
}
