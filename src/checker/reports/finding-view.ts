import type { Finding } from '../finding.ts';
import type { Report, RuleResult } from '../report.ts';
import type { Rule } from '../rules/rule.ts';
import type { Exchange } from '../wire/exchange.ts';
import { plainText, shorten } from './plain-text.ts';
import { repeatCommand } from './repeat-command.ts';
import { ruleOf, type Standing, standing } from './verdict.ts';

/** The most characters of one value that a report for people shows. */
const mostCharacters = 600;

/** One finding as a person reads it: every text is a line of plain text, ready to be escaped for a format. */
export type FindingView = {
  /** `DELETE /store/orders/12 → HTTP/1.1 404 Not Found (exchange 7)`; undefined where no exchange shows it. */
  readonly exchange: string | undefined;
  readonly where: string | undefined;
  readonly expected: string;
  readonly got: string;
  /** A curl line that repeats the request. */
  readonly repeat: string | undefined;
};

/** A broken rule with what breaks it. */
export type BrokenRule = {
  readonly rule: Rule;
  readonly standing: Standing;
  readonly findings: readonly FindingView[];
  /** How many findings there are beyond those shown. */
  readonly more: number;
};

function show(text: string): string {
  return shorten(plainText(text), mostCharacters);
}

/** One exchange in a line: what was asked, and what came. */
export function exchangeLine({ number, request, outcome }: Exchange): string {
  const asked = `${request.method} ${request.path}${request.query === '' ? '' : `?${request.query}`}`;
  const came = outcome.kind === 'responded' ? outcome.response.statusLine : `no answer: ${outcome.message}`;
  return show(`${asked} → ${came} (exchange ${number})`);
}

function viewOf(finding: Finding, exchange: Exchange | undefined, target: string | undefined): FindingView {
  return {
    exchange: exchange && exchangeLine(exchange),
    where: finding.where === undefined ? undefined : show(finding.where),
    expected: show(finding.expected),
    got: show(finding.got),
    repeat: exchange && plainText(repeatCommand(exchange.request, target)),
  };
}

/** The broken rules of a report, violations before notices before ignored ones, with at most `most` findings each. */
export function brokenRules(report: Report, most: number): readonly BrokenRule[] {
  const exchanges = new Map(report.exchanges.map((exchange) => [exchange.number, exchange]));
  const target = report.level === 'passive' ? undefined : report.target;
  const broken = (result: RuleResult): readonly BrokenRule[] => {
    if (result.kind !== 'failed') return [];
    const found = report.findings.filter((finding) => finding.rule === result.rule).slice(0, most);
    return [
      {
        rule: ruleOf(result.rule),
        standing: standing(result),
        findings: found.map((finding) => viewOf(finding, exchanges.get(finding.exchange ?? -1), target)),
        more: Math.max(0, result.findings - found.length),
      },
    ];
  };
  const weight: readonly Standing[] = ['violated', 'noticed', 'ignored'];
  return weight.flatMap((wanted) => report.rules.flatMap(broken).filter((rule) => rule.standing === wanted));
}
