import { maxFindings } from './judge/findings.ts';
import type { Judgement } from './judge/judgement.ts';
import type { Finding, GapObservation } from './report.ts';
import type { RuleId } from './rules/rules.ts';
import type { Exchange } from './wire/exchange.ts';

/** The reason of a rule that the user skips. */
export const skippedByUser = 'skipped by the user (--skip)';

/** Collects what a check finds. */
export type ResultCollector = {
  /** An exchange kept a rule. */
  kept(rule: RuleId, exchange: Pick<Exchange, 'number'> | undefined): void;
  broken(finding: Finding): void;
  /** A rule could not be tested. The report shows the reason if nothing else exercised the rule. */
  untested(rule: RuleId, reason: string): void;
  observed(observation: GapObservation): void;
  note(sentence: string): void;
  /** Adds the judgement of one exchange. */
  judged(exchange: Exchange, judgement: Judgement): void;
  /** What was collected so far. */
  readonly results: CheckResults;
};

/** What a check found. */
export type CheckResults = {
  readonly findings: readonly Finding[];
  readonly counts: ReadonlyMap<RuleId, number>;
  /** The numbers of the exchanges that exercised a rule. */
  readonly exercised: ReadonlyMap<RuleId, ReadonlySet<number>>;
  /** The first reason why a rule could not be tested. */
  readonly reasons: ReadonlyMap<RuleId, string>;
  readonly gaps: readonly GapObservation[];
  readonly notes: readonly string[];
};

/**
 * Creates an empty collector. It counts the same finding or observation of two exchanges once, and nothing about the rules
 * that the user skips.
 */
export function createResultCollector(skipped: readonly RuleId[] = []): ResultCollector {
  const findings: Finding[] = [];
  const counts = new Map<RuleId, number>();
  const exercised = new Map<RuleId, Set<number>>();
  const reasons = new Map<RuleId, string>(skipped.map((rule) => [rule, skippedByUser]));
  const gaps: GapObservation[] = [];
  const notes: string[] = [];
  const seen = new Set<string>();
  const isNew = (kind: string, value: object): boolean => {
    const key = kind + JSON.stringify({ ...value, exchange: 0 });
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const kept = (rule: RuleId, exchange: number): void => {
    if (skipped.includes(rule)) return;
    const numbers = exercised.get(rule) ?? new Set();
    exercised.set(rule, numbers.add(exchange));
  };
  const broken = (finding: Finding): boolean => {
    if (skipped.includes(finding.rule)) return false;
    kept(finding.rule, finding.exchange ?? 0);
    if (!isNew('finding', finding)) return false;
    const count = (counts.get(finding.rule) ?? 0) + 1;
    counts.set(finding.rule, count);
    if (count <= maxFindings) findings.push(finding);
    return true;
  };
  return {
    kept: (rule, exchange) => kept(rule, exchange?.number ?? 0),
    broken: (finding) => void broken(finding),
    untested: (rule, reason) => void (reasons.has(rule) || reasons.set(rule, reason)),
    observed: (observation) => void (isNew('gap', observation) && gaps.push(observation)),
    note: (sentence) => void (notes.includes(sentence) || notes.push(sentence)),
    judged(exchange, judgement) {
      for (const rule of judgement.exercised) kept(rule, exchange.number);
      const fresh = new Set(judgement.findings.filter(broken).map((finding) => finding.rule));
      for (const [rule, count] of judgement.counts) {
        const listed = judgement.findings.filter((finding) => finding.rule === rule).length;
        if (fresh.has(rule)) counts.set(rule, (counts.get(rule) ?? 0) + count - listed);
      }
    },
    results: { findings, counts, exercised, reasons, gaps, notes },
  };
}
