import { version } from '../shared/version.ts';
import type { CheckSettings } from './check-options.ts';
import type { EvidenceSummary } from './evidence.ts';
import { exitCodeOf } from './exit-code.ts';
import type { Incomplete, Report, RuleResult } from './report.ts';
import { nothingExercised, resultsOf } from './rule-results.ts';
import type { Exchange } from './wire/exchange.ts';

/** What a report is made from. */
export type Outcome = {
  readonly settings: CheckSettings;
  readonly evidence: EvidenceSummary;
  readonly exchanges: readonly Exchange[];
  readonly incomplete: Incomplete | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
};

/**
 * Makes the report. What looks like another service is not judged at all: its findings would say nothing. With a wrong
 * key, the 401 for the list breaks no rule.
 */
export function conclude(outcome: Outcome): Report {
  const { settings, evidence, incomplete } = outcome;
  const foreign = incomplete?.kind === 'other-service';
  const wrongKey = incomplete?.kind === 'wrong-key';
  const results = foreign
    ? nothingExercised('the target looks like another service')
    : resultsOf(evidence, settings.ignore).map((result) =>
        wrongKey && result.rule === 'R04' ? notWithThisKey : result,
      );
  return {
    tool: { name: 'store-orders-sim', version },
    target: settings.target.baseUrl,
    level: settings.level,
    startedAt: new Date(outcome.startedAt).toISOString(),
    durationMs: outcome.endedAt - outcome.startedAt,
    rules: results,
    findings: foreign ? [] : evidence.findings.filter(({ rule }) => !(wrongKey && rule === 'R04')),
    gaps: foreign ? [] : evidence.gaps,
    notes: evidence.notes,
    exchanges: outcome.exchanges,
    incomplete,
    exitCode: exitCodeOf(results, incomplete, settings.failOn),
  };
}

const notWithThisKey: RuleResult = {
  rule: 'R04',
  kind: 'not-exercised',
  reason: 'the target does not take the key',
};
