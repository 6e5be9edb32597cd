import type { Exchange } from '../exchange.ts';
import type { RecordedExchange } from '../recorded/recorded-exchange.ts';
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
  const { findings, exercised } = judgement;
  return {
    ...judgement,
    findings: findings.filter(({ rule }) => isShown(rule)),
    exercised: exercised.filter(isShown),
  };
}

/** Rules about headers: exchanges without headers cannot exercise them. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/** Returns what the judgement of a recorded exchange shows: nothing about what is not known of it, such as missing headers. */
export function judgeRecorded(recorded: RecordedExchange, judgement: Judgement): Judgement {
  const { headersKnown, framingKnown } = recorded;
  return onlyRules(judgement, (rule) => {
    if (rule === 'R02') return framingKnown || judgement.findings.some((one) => one.rule === rule);
    return headersKnown || !headerRules.includes(rule);
  });
}
