import type { GapObservation } from '../finding.ts';
import type { Report, RuleResult } from '../report.ts';
import { plainText, shorten } from './plain-text.ts';
import { count, type Standing } from './verdict.ts';

/** Words and a sign for how a rule stands. The sign never stands alone, so that nothing hangs on colour or glyph. */
export const standings: Readonly<Record<Standing, { readonly sign: string; readonly word: string }>> = {
  violated: { sign: '✘', word: 'failed' },
  noticed: { sign: '!', word: 'notice' },
  ignored: { sign: '~', word: 'ignored' },
  passed: { sign: '✔', word: 'passed' },
  'not-exercised': { sign: '-', word: 'not exercised' },
};

/** What there is to say about a rule's result: how often, or why not. */
export function resultDetail(result: RuleResult): string {
  switch (result.kind) {
    case 'passed':
      return count(result.exchanges, 'exchange');
    case 'failed':
      return count(result.findings, 'finding');
    case 'not-exercised':
      return shorten(plainText(result.reason), 300);
  }
}

/** The rules that were not exercised, by reason, in the order of the report. */
export function notExercised(report: Report): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>();
  for (const result of report.rules) {
    if (result.kind !== 'not-exercised') continue;
    const reason = resultDetail(result);
    reasons.set(reason, [...(reasons.get(reason) ?? []), result.rule]);
  }
  return reasons;
}

/** Rule ids with neighbours drawn together: `R04–R09 R11`. */
export function idRanges(ids: readonly string[]): string {
  const runs: string[][] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run !== undefined && last !== undefined && Number(id.slice(1)) === Number(last.slice(1)) + 1)
      run.push(id);
    else runs.push([id]);
  }
  const written = runs.flatMap((run) => (run.length > 2 ? [`${run[0]}–${run.at(-1)}`] : run));
  return written.join(' ');
}

/** What a gap was seen as, for people: a gap and an observation that came often stand once. */
export type GapView = { readonly gap: string; readonly observed: string; readonly allowed: boolean };

/** Each gap observed once for each answer. */
export function gapViews(gaps: readonly GapObservation[]): readonly GapView[] {
  const seen = new Map<string, GapView>();
  for (const { gap, observed, allowed } of gaps) {
    const view = { gap: plainText(gap), observed: shorten(plainText(observed), 200), allowed };
    seen.set(JSON.stringify(view), view);
  }
  return [...seen.values()];
}
