import type { EvidenceSummary } from './evidence.ts';
import type { RuleResult } from './report.ts';
import { type RuleId, rules } from './rules/rules.ts';

/** Why a rule that the judge looks after was not exercised, where no probe has a better reason. */
const reasonsOfTheJudge: readonly (readonly [readonly RuleId[], string])[] = [
  [['R02', 'R03'], 'no answer came'],
  [['R05', 'R06', 'R07'], 'no list came'],
  [['R08', 'R12'], 'no list with an order came'],
  [['R09', 'R11'], 'no order with an id came'],
  [['R10'], 'no order with a shipDate came'],
  [['R19'], 'no 401 came'],
  [['R20', 'R21', 'R22', 'R23', 'R24'], 'no Error body came'],
  [['R27', 'R28'], 'no order was cancelled'],
  [['R32'], 'no cancel was answered with 204 or 409'],
];

/** What came of every rule, in the order of the rules. A rule is passed only where an exchange exercised it. */
export function resultsOf(evidence: EvidenceSummary, ignored: readonly RuleId[]): readonly RuleResult[] {
  return rules.map(({ id }) => {
    const findings = evidence.counts.get(id) ?? 0;
    if (findings > 0) return { rule: id, kind: 'failed', findings, ignored: ignored.includes(id) };
    const exchanges = evidence.exercised.get(id)?.size ?? 0;
    return exchanges > 0
      ? { rule: id, kind: 'passed', exchanges }
      : { rule: id, kind: 'not-exercised', reason: evidence.reasons.get(id) ?? reasonOfTheJudge(id) };
  });
}

function reasonOfTheJudge(rule: RuleId): string {
  return reasonsOfTheJudge.find(([ids]) => ids.includes(rule))?.[1] ?? 'no exchange showed it';
}

/** Every rule not exercised, for one reason. */
export function nothingExercised(reason: string): readonly RuleResult[] {
  return rules.map(({ id }) => ({ rule: id, kind: 'not-exercised', reason }));
}
