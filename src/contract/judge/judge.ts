import { breaksR02, type Exchange } from '../exchange.ts';
import type { Finding } from '../report.ts';
import { completeMessage } from '../rules/http-rules.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import { judgedRules } from '../rules/rules.ts';
import type { Judgement } from './findings.ts';
import { adderOf, CountedByRule } from './findings.ts';
import type { Prism } from './prism.ts';
import { type Received, type ReceivedOptions, readReceived } from './received.ts';

export type JudgeOptions = ReceivedOptions & { readonly prism: Prism };

/**
 * Judges one exchange by itself: by each rule that one response shows, whose findings show the bytes, and then by Prism. Rules
 * about the expected response belong to the probes. A violation of Prism counts as found if its rule or its place has a finding. A failed exchange breaks R02 if its reason is `malformed`, otherwise no rule.
 */
export async function judgeExchange(exchange: Exchange, options: JudgeOptions): Promise<Judgement> {
  const findings = new CountedByRule<Finding>();
  const { number } = exchange;
  const exercised = new Set<RuleId>();
  const { outcome } = exchange;
  if (outcome.kind === 'failed') {
    if (breaksR02(outcome.reason)) {
      exercised.add('R02');
      adderOf(findings, 'R02', number)({ expected: completeMessage, got: () => outcome.message });
    }
    return judgementOf(findings, exercised, [], false);
  }
  const received = readReceived(exchange, outcome.response, options);
  for (const { id, judges, check } of judgedRules) {
    if (judges?.(received) !== true) continue;
    exercised.add(id);
    check?.(received, adderOf(findings, id, number));
  }
  if (exchange.request.operationId !== undefined)
    for (const rule of await addByPrism(findings, received, number, options.prism)) exercised.add(rule);
  const untested = judgedRules.flatMap((rule) => {
    const reason = rule.untested?.(received);
    return reason === undefined ? [] : [{ rule: rule.id, reason }];
  });
  const isUndocumented = exchange.request.operationId !== undefined && !received.isDocumented;
  return judgementOf(findings, exercised, untested, isUndocumented);
}

/** Returns the rules of what Prism added. */
async function addByPrism(
  findings: CountedByRule<Finding>,
  received: Received,
  exchange: number,
  prism: Prism,
): Promise<readonly RuleId[]> {
  const rules = new Set(findings.counts.keys());
  const places = new Set(findings.kept.map(({ where }) => where));
  const added = (await prism(received)).filter(({ rule, where }) => !rules.has(rule) && !places.has(where));
  for (const { rule, where, message } of added)
    adderOf(
      findings,
      rule,
      exchange,
    )({
      where,
      expected: 'what the OpenAPI document says',
      got: () => received.hide(message),
    });
  return added.map(({ rule }) => rule);
}

function judgementOf(
  { kept: findings, counts }: CountedByRule<Finding>,
  exercised: ReadonlySet<RuleId>,
  untested: NonNullable<Judgement['untested']>,
  undocumentedStatus: boolean,
): Judgement {
  return { findings, counts, exercised: [...exercised].sort(), untested, undocumentedStatus };
}
