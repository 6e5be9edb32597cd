import type { Exchange } from '../exchange/exchange.ts';
import type { Finding, GapObservation } from '../finding.ts';
import type { RuleId } from '../rules/rules.ts';

/** What judges an exchange by what stands in it alone: `Contract.judge`, as far as a recording needs it. */
export type Judge = (exchange: Exchange) => Promise<{
  readonly findings: readonly Finding[];
  /** How often each broken rule is broken, with those beyond the findings counted too. */
  readonly counts: ReadonlyMap<RuleId, number>;
  readonly exercised: readonly RuleId[];
  readonly undocumentedStatus: boolean;
}>;

/** What a recording shows about the contract. */
export type RecordedJudgement = {
  /** At most 100 a rule. */
  readonly findings: readonly Finding[];
  readonly counts: ReadonlyMap<RuleId, number>;
  /** By how many exchanges each rule was exercised. */
  readonly exercised: ReadonlyMap<RuleId, number>;
  readonly gaps: readonly GapObservation[];
};

const mostFindings = 100;

/** Collects what the exchanges of a recording show. */
export class Collection implements RecordedJudgement {
  readonly findings: Finding[] = [];
  readonly counts = new Map<RuleId, number>();
  readonly exercised = new Map<RuleId, number>();
  readonly gaps: GapObservation[] = [];
  readonly #kept = new Map<RuleId, number>();

  /** A rule that one more exchange could have broken. */
  exercise(rule: RuleId): void {
    this.exercised.set(rule, (this.exercised.get(rule) ?? 0) + 1);
  }

  /** How often a rule is broken beside what stands in the count already. */
  count(rule: RuleId, times: number): void {
    this.counts.set(rule, (this.counts.get(rule) ?? 0) + times);
  }

  /** Keeps a finding unless there are 100 of its rule; `count` counts. */
  keep(finding: Finding): void {
    const kept = this.#kept.get(finding.rule) ?? 0;
    if (kept >= mostFindings) return;
    this.#kept.set(finding.rule, kept + 1);
    this.findings.push(finding);
  }

  /** A rule that an exchange breaks, once. */
  break(finding: Finding): void {
    this.count(finding.rule, 1);
    this.keep(finding);
  }
}
