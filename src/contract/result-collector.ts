import type { Exchange, OperationId } from './exchange.ts';
import { maxFindings } from './judge/findings.ts';
import type { Finding, GapObservation, ReportedFinding, ReportedGap, RuleId } from './report.ts';
import { ruleIds } from './rules/rules.ts';

export const skippedByUser = 'skipped by the user (--skip)';

type CollectedFinding = {
  readonly finding: Finding;
  readonly operation: OperationId | undefined;
  readonly shownBy: DistinctNumbers;
};

/**
 * Collects what exchanges show, and counts findings by rule and operation. The same finding of two exchanges of one operation
 * is one finding, which two requests show; the same observation of two exchanges is counted once. It collects nothing about
 * the rules that the user skips.
 */
export class ResultCollector {
  /** The number of findings of each broken rule, by the operation of their exchanges. */
  readonly counts = new Map<RuleId, Map<OperationId | undefined, number>>();
  readonly exercised = new Map<RuleId, DistinctNumbers>();
  /** The first reason why a rule, or a part of it, could not be tested. */
  readonly reasons: Map<RuleId, string>;
  readonly notes: string[] = [];
  readonly #skipped: readonly RuleId[];
  readonly #maxDistinct: number;
  readonly #known = new Map<string, CollectedFinding>();
  readonly #listed: CollectedFinding[] = [];
  readonly #gaps = new Map<string, ReportedGap>();
  #news = 0;

  /**
   * @param maxDistinct how many different findings and observations are remembered. Further findings are only counted, each
   * as a new one; further observations are ignored.
   */
  constructor(skipped: readonly RuleId[] = [], maxDistinct: number = Number.POSITIVE_INFINITY) {
    this.#skipped = skipped;
    this.#maxDistinct = maxDistinct;
    this.reasons = new Map(skipped.map((rule) => [rule, skippedByUser]));
  }

  get findings(): readonly Omit<ReportedFinding, 'ignored'>[] {
    return this.#listed.map(({ finding, operation, shownBy }) => ({
      ...finding,
      operation,
      requests: shownBy.size,
    }));
  }

  get gaps(): readonly ReportedGap[] {
    return [...this.#gaps.values()];
  }

  get news(): number {
    return this.#news;
  }

  kept(rule: RuleId, exchange: Pick<Exchange, 'number'> | undefined): void {
    if (this.#skipped.includes(rule)) return;
    const numbers = this.exercised.get(rule) ?? new DistinctNumbers();
    numbers.add(exchange?.number ?? 0);
    this.exercised.set(rule, numbers);
  }

  broken(finding: Finding, operation: OperationId | undefined): void {
    if (this.#skipped.includes(finding.rule)) return;
    const number = finding.exchange ?? 0;
    this.kept(finding.rule, { number });
    const key = JSON.stringify([operation, { ...finding, exchange: 0 }]);
    const before = this.#known.get(key);
    before?.shownBy.add(number);
    if (before !== undefined) return;
    const shownBy = new DistinctNumbers();
    shownBy.add(number);
    const one = { finding, operation, shownBy };
    if (this.#known.size < this.#maxDistinct) this.#known.set(key, one);
    if (this.#count(finding.rule, operation) <= maxFindings) this.#listed.push(one);
    this.#news += 1;
  }

  /** Rules could not be tested. The report shows the reason if nothing else exercised them. */
  untested(rules: RuleId | readonly RuleId[], reason: string): void {
    for (const rule of [rules].flat()) if (!this.reasons.has(rule)) this.reasons.set(rule, reason);
  }

  observed(observation: GapObservation): void {
    const key = JSON.stringify({ ...observation, exchange: 0 });
    const before = this.#gaps.get(key);
    if (before === undefined && this.#gaps.size >= this.#maxDistinct) return;
    this.#gaps.set(key, { ...(before ?? observation), requests: (before?.requests ?? 0) + 1 });
    if (before === undefined) this.#news += 1;
  }

  note(sentence: string): void {
    if (!this.notes.includes(sentence)) this.notes.push(sentence);
  }

  /** Forgets what was found about rules, because of a reason for which it does not count. */
  discard(rules: readonly RuleId[], reason: string): void {
    for (const rule of rules) {
      this.counts.delete(rule);
      this.exercised.delete(rule);
      this.reasons.set(rule, reason);
    }
    const rest = this.#listed.filter(({ finding }) => !rules.includes(finding.rule));
    this.#listed.splice(0, this.#listed.length, ...rest);
  }

  discardAll(reason: string): void {
    this.discard(ruleIds, reason);
    this.#gaps.clear();
  }

  #count(rule: RuleId, operation: OperationId | undefined): number {
    const ofRule = this.counts.get(rule) ?? new Map<OperationId | undefined, number>();
    this.counts.set(rule, ofRule.set(operation, (ofRule.get(operation) ?? 0) + 1));
    return [...ofRule.values()].reduce((sum, amount) => sum + amount, 0);
  }
}

/** Counts numbers that differ from the one before. That is exact as long as everything about one exchange is added before the next. */
class DistinctNumbers {
  size = 0;
  #last: number | undefined;

  add(number: number): void {
    if (number !== this.#last) this.size += 1;
    this.#last = number;
  }
}
