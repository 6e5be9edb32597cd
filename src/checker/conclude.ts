import { version } from '../shared/version.ts';
import type { CheckSettings } from './check-options.ts';
import type { CheckResults } from './collect-results.ts';
import { exitCodeOf, type Incomplete, type Report, type RuleResult } from './report.ts';
import { type RuleId, rules } from './rules/rules.ts';
import type { Exchange } from './wire/exchange.ts';

/** What a report is made from. */
export type CheckEnd = {
  readonly settings: CheckSettings;
  readonly results: CheckResults;
  readonly exchanges: readonly Exchange[];
  readonly incomplete: Incomplete | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
};

/**
 * Makes the report of a check. If the target looks like another service, no rule is judged. If the target rejects the
 * key, its 401 for the list breaks no rule.
 */
export function conclude({ settings, results, exchanges, incomplete, startedAt, endedAt }: CheckEnd): Report {
  const foreign = incomplete?.kind === 'other-service';
  const wrongKey = incomplete?.kind === 'wrong-key';
  const ofRules = foreign
    ? rules.map(({ id }) => notExercised(id, 'the target looks like another service'))
    : resultsOf(results, settings.ignore).map((result) =>
        wrongKey && result.rule === 'R04'
          ? notExercised('R04', 'the target does not accept the key')
          : result,
      );
  return {
    tool: { name: 'store-orders-sim', version },
    target: settings.target.baseUrl,
    level: settings.level,
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    rules: ofRules,
    findings: foreign ? [] : results.findings.filter(({ rule }) => !(wrongKey && rule === 'R04')),
    gaps: foreign ? [] : results.gaps,
    notes: results.notes,
    exchanges,
    incomplete,
    exitCode: exitCodeOf(ofRules, incomplete, settings.failOn),
  };
}

/** Returns the result of every rule of `table`, in its order. A rule passes only if an exchange exercised it. */
export function resultsOf(
  results: CheckResults,
  ignored: readonly RuleId[],
  table: readonly { readonly id: RuleId }[] = rules,
): readonly RuleResult[] {
  return table.map(({ id }) => {
    const findings = results.counts.get(id) ?? 0;
    if (findings > 0) return { rule: id, kind: 'failed', findings, ignored: ignored.includes(id) };
    const exchanges = results.exercised.get(id)?.size ?? 0;
    if (exchanges > 0) return { rule: id, kind: 'passed', exchanges };
    return notExercised(id, results.reasons.get(id) ?? defaultReason(id));
  });
}

function notExercised(rule: RuleId, reason: string): RuleResult {
  return { rule, kind: 'not-exercised', reason };
}

/** Why a rule of the judge was not exercised, if no probe gave a reason. */
const defaultReasons: readonly (readonly [readonly RuleId[], string])[] = [
  [['R02', 'R03'], 'no response was received'],
  [['R05', 'R06', 'R07'], 'no list was received'],
  [['R08', 'R12'], 'no list with an order was received'],
  [['R09', 'R11'], 'no order with an id was received'],
  [['R10'], 'no order with a shipDate was received'],
  [['R19'], 'no 401 was received'],
  [['R20', 'R21', 'R22', 'R23', 'R24'], 'no Error body was received'],
  [['R27', 'R28'], 'no order was cancelled'],
  [['R32'], 'no cancel got a 204 or 409'],
];

function defaultReason(rule: RuleId): string {
  return defaultReasons.find(([ids]) => ids.includes(rule))?.[1] ?? 'no exchange exercised it';
}
