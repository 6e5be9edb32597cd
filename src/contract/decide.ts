import { count } from '../report/amounts.ts';
import type { ExitCode } from '../user-error.ts';
import { type Criteria, isIgnored } from './criteria.ts';
import type { Incomplete, NamedOrder, Report, RuleResult } from './report.ts';
import type { ResultCollector } from './result-collector.ts';
import type { Severity } from './rules/rule.ts';
import { idRanges, type RuleId, ruleOf, rules, whyUnexercised } from './rules/rules.ts';

export type Evidence = {
  readonly collector: ResultCollector;
  readonly criteria: Criteria;
  readonly orders: readonly NamedOrder[];
  readonly incomplete: Incomplete | undefined;
  /** Returns why a rule was not exercised for which nothing gave a reason. Default: what the rule says. */
  readonly whyNotExercised?: (rule: RuleId) => string;
};

export type Verdict = Pick<Report, 'rules' | 'findings' | 'notes' | 'incomplete' | 'exitCode'>;

export function decide(evidence: Evidence): Verdict {
  const { collector, criteria, orders, incomplete } = evidence;
  const { failOn, require } = criteria;
  const rulesOf = resultsOf(evidence);
  const findings = collector.findings.map((finding) => ({
    ...finding,
    ignored: isIgnored(criteria, finding.rule, finding.operation),
  }));
  const missed = untestedOrders(orders);
  // A named order that was not tested is not done, whatever the others showed.
  const untried = missed.length > 0 && ({ kind: 'not-tried', message: missed.join(' ') } as const);
  const why = incomplete ?? (untried || whyNotRequired(rulesOf, require));
  return {
    rules: rulesOf,
    findings,
    notes: [...collector.notes, ...missed],
    incomplete: why,
    exitCode: exitCodeOf(rulesOf, why, failOn),
  };
}

/** Returns the result of every rule, in the order of the rules. A rule passes only if an exchange exercised it. */
function resultsOf(evidence: Evidence): readonly RuleResult[] {
  const { collector, criteria, whyNotExercised = whyUnexercised } = evidence;
  return rules.map(({ id }) => {
    const counts = [...(collector.counts.get(id) ?? [])];
    const sum = (wanted: typeof counts): number => wanted.reduce((all, [, one]) => all + one, 0);
    const reason = collector.reasons.get(id);
    const findings = sum(counts);
    const ignored = sum(counts.filter(([operation]) => isIgnored(criteria, id, operation)));
    if (findings > 0) return { rule: id, kind: 'failed', findings, ignored };
    const exchanges = collector.exercised.get(id)?.size ?? 0;
    if (exchanges > 0)
      return { rule: id, kind: 'passed', exchanges, ...(reason !== undefined && { partly: reason }) };
    return { rule: id, kind: 'not-exercised', reason: reason ?? whyNotExercised(id) };
  });
}

function untestedOrders(orders: readonly NamedOrder[]): readonly string[] {
  return orders.flatMap(({ id, named, untested }) =>
    untested === undefined ? [] : `Order ${id}, named by --${named}-id, was not tested: ${untested}.`,
  );
}

function whyNotRequired(results: readonly RuleResult[], required: readonly RuleId[]): Incomplete | undefined {
  const missing = results.flatMap((result) => {
    if (!required.includes(result.rule) || result.kind === 'failed') return [];
    const reason = result.kind === 'passed' ? result.partly : result.reason;
    return reason === undefined ? [] : [{ rule: result.rule, reason }];
  });
  if (missing.length === 0) return undefined;
  const why = [...Map.groupBy(missing, ({ reason }) => reason)].map(
    ([reason, group]) => `${idRanges(group.map(({ rule }) => rule))} (${reason})`,
  );
  const message = `${count(missing.length, 'rule')} named by --require ${missing.length === 1 ? 'was' : 'were'} not exercised, or only in part: ${why.join('; ')}.`;
  return { kind: 'required', message };
}

/** Incomplete checks whose findings count all the same: the target is the service, and the rest was tested. */
const countsFindings: readonly Incomplete['kind'][] = ['total-timeout', 'failed', 'not-tried', 'required'];

/** Whether a rule is broken by findings that count. */
function isBroken(result: RuleResult): boolean {
  return result.kind === 'failed' && result.findings > result.ignored;
}

/**
 * Returns the exit code of a check: 130 if it was aborted, 3 if the service was not reached with a valid key, 1 if a
 * rule that counts is broken, 3 if the check is incomplete, otherwise 0.
 */
function exitCodeOf(
  results: readonly RuleResult[],
  incomplete: Incomplete | undefined,
  failOn: Severity,
): ExitCode {
  if (incomplete?.kind === 'aborted') return 130;
  if (incomplete !== undefined && !countsFindings.includes(incomplete.kind)) return 3;
  const counts = ({ rule }: RuleResult): boolean =>
    failOn === 'notice' || ruleOf(rule).severity === 'violation';
  if (results.some((result) => isBroken(result) && counts(result))) return 1;
  return incomplete === undefined ? 0 : 3;
}
