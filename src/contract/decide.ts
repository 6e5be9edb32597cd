import { idRanges } from '../check/reports/report-view.ts';
import { count } from '../report/amounts.ts';
import { acceptedBy, baselineNotes } from './baseline.ts';
import type { CheckResults } from './collect-results.ts';
import type { Criteria } from './criteria.ts';
import { exitCodeOf, type Incomplete, type NamedOrder, type Report, type RuleResult } from './report.ts';
import { type RuleId, rules } from './rules/rules.ts';

/** What a verdict is made from. */
export type Evidence = {
  readonly results: CheckResults;
  readonly criteria: Criteria;
  readonly orders: readonly NamedOrder[];
  readonly incomplete: Incomplete | undefined;
  /** The date of the check, in milliseconds since 1970: entries of the baseline expire. */
  readonly now: number;
  /** The rules of the report. @default those of the orders */
  readonly table?: readonly { readonly id: RuleId }[];
};

/** The parts of a report that depend on the criteria. */
export type Verdict = Pick<Report, 'rules' | 'findings' | 'notes' | 'incomplete' | 'exitCode'>;

/** Decides the result of every rule and the exit code. */
export function decide({ results, criteria, orders, incomplete, now, table = rules }: Evidence): Verdict {
  const { baseline, failOn, require } = criteria;
  const ofRules = resultsOf(results, criteria, { now, table });
  const findings = results.findings.map((finding) => ({
    ...finding,
    accepted: acceptedBy(baseline, finding.rule, finding.operation, now)?.reason,
  }));
  const broken = [...results.counts].flatMap(([rule, counts]) =>
    [...counts.keys()].map((operation) => acceptedBy(baseline, rule, operation, now)),
  );
  const used = new Set(broken.flatMap((entry) => entry ?? []));
  const exercised = (rule: RuleId) => results.exercised.has(rule);
  const why = incomplete ?? whyNotTried(orders) ?? whyNotRequired(ofRules, require);
  return {
    rules: ofRules,
    findings,
    notes: [...results.notes, ...orders.flatMap(noteOf), ...baselineNotes(baseline, used, exercised, now)],
    incomplete: why,
    exitCode: exitCodeOf(ofRules, why, failOn),
  };
}

/** Returns the result of every rule, in the order of the rules. A rule passes only if an exchange exercised it. */
function resultsOf(
  results: CheckResults,
  { ignore, baseline }: Criteria,
  { now, table }: Required<Pick<Evidence, 'now' | 'table'>>,
): readonly RuleResult[] {
  return table.map(({ id }) => {
    const counts = [...(results.counts.get(id) ?? [])];
    const sum = (wanted: typeof counts): number => wanted.reduce((all, [, one]) => all + one, 0);
    const reason = results.reasons.get(id);
    const findings = sum(counts);
    const accepted = sum(counts.filter(([operation]) => acceptedBy(baseline, id, operation, now)));
    if (findings > 0) return { rule: id, kind: 'failed', findings, ignored: ignore.includes(id), accepted };
    const exchanges = results.exercised.get(id)?.size ?? 0;
    if (exchanges > 0)
      return { rule: id, kind: 'passed', exchanges, ...(reason !== undefined && { partly: reason }) };
    return { rule: id, kind: 'not-exercised', reason: reason ?? defaultReason(id) };
  });
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

function noteOf({ id, named, untested }: NamedOrder): readonly string[] {
  return untested === undefined ? [] : [`Order ${id}, named by --${named}-id, was not tested: ${untested}.`];
}

/** A named order that was not tested is not done, whatever the others showed. */
function whyNotTried(orders: readonly NamedOrder[]): Incomplete | undefined {
  const missed = orders.filter(({ untested }) => untested !== undefined);
  const [first] = missed;
  if (first === undefined) return undefined;
  const ids = missed.map(({ id }) => id).join(', ');
  const what =
    missed.length === 1
      ? `Order ${ids} was named, but not tested: ${first.untested}.`
      : `${missed.length} of ${count(orders.length, 'named order')} were not tested: ${ids}; the notes say why.`;
  return { kind: 'not-tried', message: what };
}

/** A required rule must be exercised wholly. */
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
