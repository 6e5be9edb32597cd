import type { ExitCode } from '../shared/user-error.ts';
import type { Incomplete, RuleResult } from './report.ts';
import type { Severity } from './rules/rule.ts';
import { rules } from './rules/rules.ts';

/**
 * 130 when ended early; 3 where the service was not reached with a good key; 1 where a rule that counts is broken; 3
 * where something is left to be checked; else 0.
 */
export function exitCodeOf(
  results: readonly RuleResult[],
  incomplete: Incomplete | undefined,
  failOn: Severity,
): ExitCode {
  if (incomplete?.kind === 'aborted') return 130;
  if (incomplete !== undefined && incomplete.kind !== 'budget' && incomplete.kind !== 'failed') return 3;
  const counts = rules.filter(({ severity }) => severity === 'violation' || failOn === 'notice');
  const broken = results.some(
    (result) => result.kind === 'failed' && !result.ignored && counts.some(({ id }) => id === result.rule),
  );
  if (broken) return 1;
  return incomplete === undefined ? 0 : 3;
}
