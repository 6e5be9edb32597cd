import type { Exchange } from '../../contract/exchange.ts';
import type { GapObservation, Report, ReportedFinding, RuleResult } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { idRanges, type RuleId, ruleOf } from '../../contract/rules/rules.ts';
import { count, duration } from '../../report/amounts.ts';
import type { Mark } from '../../report/document.ts';
import { plainText, shorten } from '../../report/plain-text.ts';
import { repeatCommand } from './repeat-command.ts';

export type RuleStatus = 'violated' | 'noticed' | 'ignored' | 'passed' | 'not-exercised';

export type RuleView = ReturnType<typeof viewRule>;

export type ReportView = ReturnType<typeof viewReport>;

const marks: Readonly<Record<RuleStatus, Mark>> = {
  violated: { sign: '✘', word: 'failed', tone: 'bad' },
  noticed: { sign: '!', word: 'notice', tone: 'warn' },
  ignored: { sign: '~', word: 'ignored', tone: 'soft' },
  passed: { sign: '✔', word: 'passed', tone: 'good' },
  'not-exercised': { sign: '-', word: 'not exercised', tone: 'soft' },
};

export function viewReport(report: Report) {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.number, exchange]));
  const rules = report.rules.map((result) => viewRule(result, report, exchanges));
  const of = (wanted: RuleStatus) => rules.filter(({ status }) => status === wanted);
  const total = rules.length;
  const partly = report.rules.flatMap(({ rule, ...result }) =>
    result.kind === 'passed' && result.partly !== undefined ? [{ rule, reason: result.partly }] : [],
  );
  const exercised = total - of('not-exercised').length - partly.length;
  const inPart = partly.length === 0 ? '' : `, ${partly.length} only in part,`;
  const judged = count(report.exchangesJudged ?? report.exchanges.length, 'exchange');
  const broken = [...of('violated'), ...of('noticed'), ...of('ignored')];
  const whole = of('passed').filter(({ rule: { id } }) => partly.every(({ rule }) => rule !== id));
  const notExercised = grouped(
    marks['not-exercised'],
    of('not-exercised').map(({ rule, detail }) => ({ rule: rule.id, reason: detail })),
  );
  return {
    /** `exercised` does not include the rules of which only a part was exercised. */
    coverage: { exercised, partly: partly.length, total },
    /** `25 of 32 rules exercised at level probe, 3 exchanges in 412 ms` */
    scope: `${exercised} of ${total} rules exercised${inPart} at level ${report.level}, ${judged} in ${duration(report.durationMs)}`,
    rules,
    /** The broken rules: violations, then notices, then ignored ones. */
    broken,
    /** The broken rules, then the others by result and reason. */
    results: [
      ...broken.map(({ rule, mark, detail }) => ({ mark, ids: nameOf(rule.id), detail })),
      ...grouped(
        marks.passed,
        whole.map(({ rule: { id: rule } }) => ({ rule, reason: '' })),
      ),
      ...grouped({ ...marks.passed, word: 'passed in part', tone: 'warn' }, partly),
      ...notExercised,
    ],
    notExercised,
    gaps: distinctGaps(report.gaps),
  };
}

/** Returns the rules with the same reason together: `R26 cancel-pending-204`, or `R25–R33`. */
function grouped(mark: Mark, results: readonly { readonly rule: string; readonly reason: string }[]) {
  const groups = Map.groupBy(results, ({ reason }) => shorten(plainText(reason), 300));
  return [...groups].map(([detail, group]) => ({
    mark,
    ids: namesOf(group.map(({ rule }) => rule)),
    detail,
  }));
}

/** Few rules have their keys: `R26 cancel-pending-204`; of many, only the ids fit into a line. */
function namesOf(ids: readonly string[]): string {
  return ids.length <= 3 ? ids.map(nameOf).join(', ') : idRanges(ids);
}

function nameOf(id: string): string {
  return `${id} ${ruleOf(id as RuleId).key}`;
}

/** Returns the status of a result: a failed rule breaks the contract unless it is ignored or a notice. */
function statusOf(result: RuleResult): RuleStatus {
  if (result.kind !== 'failed') return result.kind;
  if (result.ignored >= result.findings) return 'ignored';
  return ruleOf(result.rule).severity === 'violation' ? 'violated' : 'noticed';
}

function viewRule(result: RuleResult, report: Report, exchanges: ReadonlyMap<number, Exchange>) {
  const status = statusOf(result);
  const mark = marks[status];
  return {
    rule: ruleOf(result.rule),
    status,
    mark,
    /** `violation`, or the word of the mark. */
    weight: status === 'violated' ? 'violation' : mark.word,
    /** The number of exchanges or findings, or the reason why the rule was not exercised. */
    detail: detailOf(result),
    findings: report.findings
      .filter(({ rule }) => result.kind === 'failed' && rule === result.rule)
      .toSorted((one, other) => Number(one.ignored) - Number(other.ignored))
      .map((finding) => viewFinding(finding, exchanges.get(finding.exchange ?? -1), report)),
    total: result.kind === 'failed' ? result.findings : 0,
  };
}

function detailOf(result: RuleResult): string {
  if (result.kind === 'not-exercised') return shorten(plainText(result.reason), 300);
  if (result.kind === 'passed') {
    const partly =
      result.partly === undefined ? '' : `; not tested: ${shorten(plainText(result.partly), 300)}`;
    return count(result.exchanges, 'exchange') + partly;
  }
  const { findings, ignored } = result;
  return count(findings, 'finding') + (ignored === 0 || ignored === findings ? '' : `, ${ignored} ignored`);
}

function viewFinding(
  { where, expected, got, requests }: ReportedFinding,
  exchange: Exchange | undefined,
  report: Report,
) {
  const others = requests > 1 ? `, and ${count(requests - 1, 'more request')}` : '';
  return {
    /**
     * `DELETE /store/orders/12 → HTTP/1.1 404 Not Found (exchange 7), and 2 more requests`; undefined if no single exchange
     * shows it.
     */
    exchange: exchange && exchangeLine(exchange) + others,
    fields: {
      ...(where === undefined ? {} : { at: show(where) }),
      expected: show(expected),
      got: show(got),
      ...(exchange && { repeat: plainText(repeatCommand(exchange.request, report)) }),
    },
  };
}

function show(text: string): string {
  return shorten(plainText(text), 600);
}

/** Returns one exchange in a line: the request, then the status line of the response or the failure. */
export function exchangeLine({ number, request, outcome }: Exchange): string {
  const sent = `${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const received =
    outcome.kind === 'responded' ? outcome.response.statusLine : `no response: ${outcome.message}`;
  return show(`${sent} → ${received} (exchange ${number})`);
}

/** Several observations of a gap are one: the codes of several statuses, or choices that differ from request to request. */
function distinctGaps(gaps: readonly GapObservation[]): readonly Omit<GapObservation, 'exchange'>[] {
  const groups = Map.groupBy(gaps, ({ gap, allowed }) => JSON.stringify([plainText(gap), allowed]));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const observed = new Set([first, ...others].map((one) => shorten(plainText(one.observed), 200)));
    return [{ gap: plainText(first.gap), observed: [...observed].join(', '), allowed: first.allowed }];
  });
}

/** Returns the outcome as a clause whose subject is the target: `keeps the contract, with 1 notice`. */
export function verdictOf({ rules, incomplete, exitCode }: Report): string {
  const findingsOf = (wanted: RuleStatus): readonly number[] =>
    rules.flatMap((result) =>
      result.kind === 'failed' && statusOf(result) === wanted ? result.findings - result.ignored : [],
    );
  const sum = (amounts: readonly number[]): number => amounts.reduce((one, other) => one + other, 0);
  const violated = findingsOf('violated');
  const noticed = sum(findingsOf('noticed'));
  const also = noticed === 0 ? '' : `, with ${count(noticed, 'notice')}`;
  if (violated.length > 0)
    return `breaks the contract: ${count(sum(violated), 'violation')} of ${count(violated.length, 'rule')}${also}`;
  if (incomplete !== undefined) return `was not checked to the end${also}`;
  if (rules.every(({ kind }) => kind === 'not-exercised')) return 'was not checked: no rule was exercised';
  if (exitCode === 1) return `does not pass: ${count(noticed, 'notice')}`;
  return `keeps the contract${exitCode === 4 ? ', but drifts from the profile' : ''}${also}`;
}

/** Returns the origin of a rule: `part 4.2 rule 3` of the specification, or the standard it rests on. */
export function source({ spec }: Rule): string {
  return /^\d/.test(spec) ? `part ${spec}` : spec;
}
