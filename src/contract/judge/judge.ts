import { breaksR02, type Exchange, isUnavailable } from '../exchange.ts';
import type { RecordedExchange } from '../recorded.ts';
import type { Finding, RuleId } from '../report.ts';
import { hasMalformedId } from '../requests.ts';
import { completeMessage } from '../rules/http-rules.ts';
import { judgedRules } from '../rules/rules.ts';
import { adderOf } from './findings.ts';
import { type ReceivedOptions, readReceived } from './received.ts';

export type Judgement = {
  /** In the order of the message, at most 100 for each rule. */
  readonly findings: readonly Finding[];
  readonly exercised: readonly RuleId[];
};

/** What a recording has of an exchange. */
export type Known = Pick<RecordedExchange, 'noJson' | 'headersKnown' | 'framingKnown'>;

const everything: Known = { noJson: false, headersKnown: true, framingKnown: true };

/** Rules about headers: exchanges without headers cannot exercise them. */
const headerRules: readonly RuleId[] = ['R05', 'R19', 'R20', 'R27', 'R28'];

/**
 * Judges one exchange by itself, by each rule that one response shows. Rules about the expected response belong to the probes. A
 * failed exchange breaks R02 if its reason is `malformed`, otherwise no rule. A response of a limit or a gateway says nothing.
 */
export function judgeExchange(
  exchange: Exchange,
  options: ReceivedOptions,
  { noJson, headersKnown, framingKnown }: Known = everything,
): Judgement {
  const findings: Finding[] = [];
  const exercised: RuleId[] = [];
  const { number, outcome } = exchange;
  if (outcome.kind === 'failed') {
    const { reason, message: got } = outcome;
    if (!breaksR02(reason)) return { findings, exercised };
    return {
      findings: [{ rule: 'R02', exchange: number, expected: completeMessage, got }],
      exercised: ['R02'],
    };
  }
  const { response } = outcome;
  if (isUnavailable(response.status)) return { findings, exercised };
  const received = readReceived(exchange, response, options);
  const isRefusal = isAllowedRefusal(exchange, response.status, noJson);
  for (const { id, judges, check } of judgedRules) {
    const isKnown = id === 'R02' ? framingKnown || response.faults.length > 0 : !isRefusal;
    if (!isKnown || (!headersKnown && headerRules.includes(id)) || judges?.(received) !== true) continue;
    exercised.push(id);
    check?.(received, adderOf(findings, id, number));
  }
  return { findings, exercised };
}

/**
 * The gap `list-query` allows a 400, `accept` a 406, and `malformed-order-id` a 400 or 422. Their bodies are not specified: only
 * the message itself can break a rule.
 */
function isAllowedRefusal({ request }: Exchange, status: number, noJson: boolean): boolean {
  if (request.operationId === 'listOrders')
    return (request.query !== '' && status === 400) || (noJson && status === 406);
  return (status === 400 || status === 422) && hasMalformedId(request);
}
