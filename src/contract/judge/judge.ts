import { breaksR02, type Exchange } from '../exchange.ts';
import type { Finding } from '../report.ts';
import { completeMessage } from '../rules/http-rules.ts';
import type { RuleId } from '../rules/rule-ids.ts';
import { judgedRules } from '../rules/rules.ts';
import { adderOf, type Judgement } from './findings.ts';
import { type ReceivedOptions, readReceived } from './received.ts';

/**
 * Judges one exchange by itself, by each rule that one response shows. Rules about the expected response belong to the probes. A
 * failed exchange breaks R02 if its reason is `malformed`, otherwise no rule.
 */
export function judgeExchange(exchange: Exchange, options: ReceivedOptions): Judgement {
  const findings: Finding[] = [];
  const { number, outcome } = exchange;
  const exercised: RuleId[] = [];
  if (outcome.kind === 'responded') {
    const received = readReceived(exchange, outcome.response, options);
    for (const { id, judges, check } of judgedRules) {
      if (judges?.(received) !== true) continue;
      exercised.push(id);
      check?.(received, adderOf(findings, id, number));
    }
  } else if (breaksR02(outcome.reason)) {
    exercised.push('R02');
    adderOf(findings, 'R02', number)({ expected: completeMessage, got: () => outcome.message });
  }
  return { findings, exercised };
}
