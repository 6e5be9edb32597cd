import type { Exchange } from '../../contract/exchange.ts';
import type { GapObservation, Report, ReportedFinding, RuleResult } from '../../contract/report.ts';
import type { Rule } from '../../contract/rules/rule.ts';
import { idRanges, ruleOf } from '../../contract/rules/rules.ts';
import { count, duration } from '../../report/amounts.ts';
import type { Mark } from '../../report/document.ts';
import { plainText, shorten } from '../../report/plain-text.ts';
import { repeatCommand } from './repeat-command.ts';

const marks = {
  violated: { sign: '✘', word: 'violation', tone: 'bad' },
  noticed: { sign: '!', word: 'notice', tone: 'warn' },
  ignored: { sign: '~', word: 'ignored', tone: 'soft' },
  passed: { sign: '✔', word: 'passed', tone: 'good' },
  partly: { sign: '✔', word: 'passed in part', tone: 'warn' },
  'not-exercised': { sign: '-', word: 'not exercised', tone: 'soft' },
} as const satisfies Readonly<Record<string, Mark>>;

export type RuleStatus = keyof typeof marks;

export type RuleView = ReturnType<typeof viewRule>;

export type ReportView = ReturnType<typeof viewReport>;

export function viewReport(report: Report) {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.number, exchange]));
  const rules = report.rules.map((result) => viewRule(result, report, exchanges));
  const of = (wanted: RuleStatus) => rules.filter(({ status }) => status === wanted);
  const partly = of('partly').length;
  const total = rules.length;
  const exercised = total - of('not-exercised').length - partly;
  const inPart = partly === 0 ? '' : `, ${partly} only in part,`;
  const judged = count(report.exchangesJudged ?? report.exchanges.length, 'exchange');
  const broken = [...of('violated'), ...of('noticed'), ...of('ignored')];
  return {
    /** `exercised` does not include the rules of which only a part was exercised. */
    coverage: { exercised, partly, total },
    /** `25 of 32 rules exercised at level probe, 3 exchanges in 412 ms` */
    scope: `${exercised} of ${total} rules exercised${inPart} at level ${report.level}, ${judged} in ${duration(report.durationMs)}`,
    rules,
    /** The broken rules: violations, then notices, then ignored ones. */
    broken,
    /** The broken rules, then the others by result and reason. */
    results: [
      ...broken.map(({ rule, mark, detail }) => ({ mark, ids: nameOf(rule), detail })),
      ...grouped([...of('passed'), ...of('partly'), ...of('not-exercised')]),
    ],
    gaps: distinctGaps(report.gaps),
  };
}

/** Returns the rules with the same result and reason together: `R26 cancel-pending-204`, or `R25–R33`. */
function grouped(views: readonly RuleView[]) {
  const groups = Map.groupBy(views, ({ mark, detail }) => `${mark.word}: ${detail}`);
  return [...groups.values()].map((group) => {
    const rules = group.map(({ rule }) => rule);
    // Few rules have their keys; of many, only the ids fit into a line.
    const ids = rules.length <= 3 ? rules.map(nameOf).join(', ') : idRanges(rules.map(({ id }) => id));
    return { mark: group[0]?.mark ?? marks.passed, ids, detail: group[0]?.detail ?? '' };
  });
}

function nameOf({ id, key }: Rule): string {
  return `${id} ${key}`;
}

/** Returns the status of a result: a failed rule breaks the contract unless it is ignored or a notice. */
function statusOf(result: RuleResult): RuleStatus {
  if (result.kind === 'passed') return result.partly === undefined ? 'passed' : 'partly';
  if (result.kind !== 'failed') return result.kind;
  if (result.ignored >= result.findings) return 'ignored';
  return ruleOf(result.rule).severity === 'violation' ? 'violated' : 'noticed';
}

function viewRule(result: RuleResult, report: Report, exchanges: ReadonlyMap<number, Exchange>) {
  const status = statusOf(result);
  return {
    rule: ruleOf(result.rule),
    status,
    mark: marks[status],
    /** The number of findings, or the reason why the rule, or a part of it, was not exercised. */
    detail: detailOf(result),
    findings: report.findings
      .filter(({ rule }) => result.kind === 'failed' && rule === result.rule)
      .toSorted((one, other) => Number(one.ignored) - Number(other.ignored))
      .map((finding) => viewFinding(finding, exchanges.get(finding.exchange ?? -1), report)),
    total: result.kind === 'failed' ? result.findings : 0,
  };
}

function detailOf(result: RuleResult): string {
  if (result.kind !== 'failed')
    return shorten(plainText((result.kind === 'passed' ? result.partly : result.reason) ?? ''), 300);
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
function exchangeLine({ number, request, outcome }: Exchange): string {
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
