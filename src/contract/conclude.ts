import type { CheckSettings } from '../check/check-options.ts';
import { version } from '../version.ts';
import type { CheckResults } from './collect-results.ts';
import { decide } from './decide.ts';
import type { Exchange } from './exchange.ts';
import { reasonToSkip, showsNothing } from './incomplete.ts';
import type { Incomplete, NamedOrder, Report } from './report.ts';
import { rules } from './rules/rules.ts';

/** What a report is made from. */
export type CheckEnd = {
  readonly settings: CheckSettings;
  readonly results: CheckResults;
  readonly exchanges: readonly Exchange[];
  readonly orders: readonly NamedOrder[];
  readonly incomplete: Incomplete | undefined;
  readonly startedAt: number;
  readonly endedAt: number;
};

/**
 * Makes the report of a check. If the target is not the service, or not available, no rule is judged. If the target
 * rejects the key, its 401 for the list breaks no rule.
 */
export function conclude(end: CheckEnd): Report {
  const { settings, exchanges, orders, incomplete, startedAt, endedAt } = end;
  const results = resultsThatCount(end);
  const verdict = decide({ results, criteria: settings, orders, incomplete, now: endedAt });
  return {
    tool: { name: 'store-orders-sim', version },
    target: settings.target.baseUrl,
    level: settings.level,
    headers: settings.headers.map(([name]) => name),
    startedAt: new Date(startedAt).toISOString(),
    durationMs: endedAt - startedAt,
    gaps: results.gaps,
    orders,
    exchanges,
    ...verdict,
  };
}

function resultsThatCount({ results, incomplete }: CheckEnd): CheckResults {
  if (incomplete !== undefined && showsNothing(incomplete)) {
    const reason = reasonToSkip(incomplete);
    const reasons = new Map(rules.map(({ id }) => [id, reason] as const));
    return { findings: [], counts: new Map(), exercised: new Map(), reasons, gaps: [], notes: results.notes };
  }
  if (incomplete?.kind !== 'wrong-key') return results;
  return {
    ...results,
    findings: results.findings.filter(({ rule }) => rule !== 'R04'),
    counts: new Map([...results.counts].filter(([rule]) => rule !== 'R04')),
    exercised: new Map([...results.exercised].filter(([rule]) => rule !== 'R04')),
    reasons: new Map([...results.reasons, ['R04', reasonToSkip(incomplete)]]),
  };
}
