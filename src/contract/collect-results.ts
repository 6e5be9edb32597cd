import { countDistinct, type DistinctNumbers } from './distinct-numbers.ts';
import type { Exchange, OperationId } from './exchange.ts';
import { maxFindings } from './judge/findings.ts';
import type { Judgement } from './judge/judgement.ts';
import type { Finding, GapObservation, ReportedFinding, ReportedGap } from './report.ts';
import type { RuleId } from './rules/rules.ts';

/** The reason of a rule that the user skips. */
export const skippedByUser = 'skipped by the user (--skip)';

/** Collects what a check finds. */
export type ResultCollector = {
  /** An exchange kept a rule. */
  kept(rule: RuleId, exchange: Pick<Exchange, 'number'> | undefined): void;
  /** The operation of a finding is that of its exchange, unless it is named. Returns whether the finding is new. */
  broken(finding: Finding, operation?: OperationId): boolean;
  /** A rule could not be tested. The report shows the reason if nothing else exercised the rule. */
  untested(rule: RuleId, reason: string): void;
  /** Returns whether the observation is new. */
  observed(observation: GapObservation): boolean;
  note(sentence: string): void;
  /** Adds the judgement of one exchange. Returns whether it has a new finding. */
  judged(exchange: Exchange, judgement: Judgement): boolean;
  /** What was collected so far. */
  readonly results: CheckResults;
};

/** What a check found. */
export type CheckResults = {
  readonly findings: readonly Omit<ReportedFinding, 'accepted'>[];
  /** The number of findings of each broken rule, by the operation of their exchanges. */
  readonly counts: ReadonlyMap<RuleId, ReadonlyMap<OperationId | undefined, number>>;
  /** The number of exchanges that exercised a rule. */
  readonly exercised: ReadonlyMap<RuleId, Pick<DistinctNumbers, 'size'>>;
  /** The first reason why a rule, or a part of it, could not be tested. */
  readonly reasons: ReadonlyMap<RuleId, string>;
  readonly gaps: readonly ReportedGap[];
  readonly notes: readonly string[];
};

type Collected = {
  readonly finding: Finding;
  readonly operation: OperationId | undefined;
  /** Counts the exchanges that show it. */
  readonly shownBy: DistinctNumbers;
};

/** The operations of so many exchanges are remembered, for findings that follow later. */
const maxOperations = 100_000;

/** Collects findings and counts them by rule and operation. */
function createFindingList(maxDistinct: number) {
  const collected = new Map<string, Collected>();
  const listed: Collected[] = [];
  const counts = new Map<RuleId, Map<OperationId | undefined, number>>();
  const count = (rule: RuleId, operation: OperationId | undefined, more: number): number => {
    const ofRule = counts.get(rule) ?? new Map();
    counts.set(rule, ofRule.set(operation, (ofRule.get(operation) ?? 0) + more));
    return [...ofRule.values()].reduce((sum, amount) => sum + amount, 0);
  };
  /** Returns whether the finding is new. */
  const add = (finding: Finding, operation: OperationId | undefined): boolean => {
    const number = finding.exchange ?? 0;
    const key = JSON.stringify([operation, { ...finding, exchange: 0 }]);
    const before = collected.get(key);
    before?.shownBy.add(number);
    if (before !== undefined) return false;
    const one = { finding, operation, shownBy: countDistinct(number) };
    if (collected.size < maxDistinct) collected.set(key, one);
    if (count(finding.rule, operation, 1) <= maxFindings) listed.push(one);
    return true;
  };
  const list = (): CheckResults['findings'] =>
    listed.map(({ finding, operation, shownBy }) => ({ ...finding, operation, requests: shownBy.size }));
  return { add, count, counts, list };
}

/**
 * Creates an empty collector. The same finding of two exchanges of one operation is one finding, which stands for two
 * requests; the same observation of two exchanges is counted once. It collects nothing about the rules that the user skips.
 *
 * @param maxDistinct how many different findings and observations are remembered. Further findings are only counted, each as
 * a new one; further observations are ignored.
 */
export function createResultCollector(
  skipped: readonly RuleId[] = [],
  maxDistinct: number = Number.POSITIVE_INFINITY,
): ResultCollector {
  const findings = createFindingList(maxDistinct);
  const exercised = new Map<RuleId, DistinctNumbers>();
  const reasons = new Map<RuleId, string>(skipped.map((rule) => [rule, skippedByUser]));
  const notes: string[] = [];
  const gaps = new Map<string, ReportedGap>();
  const operations = new Map<number, OperationId | undefined>();
  const kept = (rule: RuleId, exchange: number): void => {
    if (skipped.includes(rule)) return;
    const numbers = exercised.get(rule) ?? countDistinct();
    numbers.add(exchange);
    exercised.set(rule, numbers);
  };
  const broken = (finding: Finding, operation = operations.get(finding.exchange ?? 0)): boolean => {
    if (skipped.includes(finding.rule)) return false;
    kept(finding.rule, finding.exchange ?? 0);
    return findings.add(finding, operation);
  };
  const remember = (number: number, operation: OperationId | undefined): void => {
    operations.set(number, operation);
    const [oldest] = operations.keys();
    if (operations.size > maxOperations && oldest !== undefined) operations.delete(oldest);
  };
  return {
    kept: (rule, exchange) => kept(rule, exchange?.number ?? 0),
    broken,
    untested: (rule, reason) => void (reasons.has(rule) || reasons.set(rule, reason)),
    observed(observation) {
      const key = JSON.stringify({ ...observation, exchange: 0 });
      const before = gaps.get(key) ?? { ...observation, requests: 0 };
      const isNew = before.requests === 0;
      if (isNew && gaps.size >= maxDistinct) return false;
      gaps.set(key, { ...before, requests: before.requests + 1 });
      return isNew;
    },
    note: (sentence) => void (notes.includes(sentence) || notes.push(sentence)),
    judged({ number, request: { operationId } }, judgement) {
      remember(number, operationId);
      for (const rule of judgement.exercised) kept(rule, number);
      const fresh = new Set(judgement.findings.filter((one) => broken(one)).map(({ rule }) => rule));
      for (const [rule, count] of judgement.counts) {
        const listed = judgement.findings.filter((finding) => finding.rule === rule).length;
        if (fresh.has(rule)) findings.count(rule, operationId, count - listed);
      }
      return fresh.size > 0;
    },
    results: {
      get findings() {
        return findings.list();
      },
      counts: findings.counts,
      exercised,
      reasons,
      get gaps() {
        return [...gaps.values()];
      },
      notes,
    },
  };
}
