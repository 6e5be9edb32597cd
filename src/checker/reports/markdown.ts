import type { Report } from '../report.ts';
import { type BrokenRule, brokenRules, type FindingView } from './finding-view.ts';
import { gapViews, idRanges, notExercised, standings } from './overview.ts';
import { plainText } from './plain-text.ts';
import { count, coverage, duration, source, verdict } from './verdict.ts';

/** The most findings of one rule that the summary shows: GitHub cuts a summary off at 1 MiB. */
const mostFindings = 5;

/**
 * Text that Markdown shows as it is: every sign that it reads, and every link that GitHub would make by itself, stands
 * behind a backslash or as an entity.
 */
function inline(text: string): string {
  return plainText(text)
    .replace(/[\\`*_{}[\]()#+\-.!|~:@$^=]/g, '\\$&')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** Text as code in a fence that is longer than any run of backticks in it. */
function fenced(language: string, lines: readonly string[]): readonly string[] {
  const runs = lines.join('\n').match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return [fence + language, ...lines, fence];
}

function findingLines({ exchange, where, expected, got, repeat }: FindingView): readonly string[] {
  const facts = [
    ...(exchange === undefined ? [] : [exchange]),
    ...(where === undefined ? [] : [`at       ${where}`]),
    `expected ${expected}`,
    `got      ${got}`,
  ];
  return ['', ...fenced('text', facts), ...(repeat === undefined ? [] : fenced('sh', [repeat]))];
}

function brokenLines({ rule, standing, findings, more }: BrokenRule): readonly string[] {
  const weight = standing === 'violated' ? 'violation' : standings[standing].word;
  const heading = `### ${standings[standing].sign} ${inline(`${rule.id} ${rule.key}`)} (${weight})`;
  const shown = standing === 'ignored' ? [] : findings.flatMap(findingLines);
  const rest = more > 0 && standing !== 'ignored' ? ['', `… and ${count(more, 'finding')} more`] : [];
  return ['', heading, '', inline(`${rule.sentence} (${source(rule)})`), ...shown, ...rest];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', row(head), row(head.map(() => '---')), ...rows.map(row)];
}

function ruleTable(report: Report, broken: readonly BrokenRule[]): readonly string[] {
  const passed = report.rules.filter((result) => result.kind === 'passed').map((result) => result.rule);
  return table(
    ['Result', 'Rules', ''],
    [
      ...broken.map(({ rule, standing, findings, more }) => [
        `${standings[standing].sign} ${standings[standing].word}`,
        inline(`${rule.id} ${rule.key}`),
        count(findings.length + more, 'finding'),
      ]),
      ...(passed.length === 0 ? [] : [['✔ passed', idRanges(passed), '']]),
      ...[...notExercised(report)].map(([reason, ids]) => [
        '\\- not exercised',
        idRanges(ids),
        inline(reason),
      ]),
    ],
  );
}

function gapTable(report: Report): readonly string[] {
  const views = gapViews(report.gaps);
  if (views.length === 0) return [];
  const rows = views.map(({ gap, observed, allowed }) => [
    inline(gap),
    `observed ${inline(observed)}`,
    allowed ? '' : 'none of the allowed answers',
  ]);
  return [
    '',
    '### Unspecified',
    '',
    'The specification is silent here: no finding.',
    ...table(['Gap', '', ''], rows),
  ];
}

function noteLines(report: Report): readonly string[] {
  const items = report.notes.map((note) => `- ${inline(note)}`);
  return items.length === 0 ? [] : ['', '### Notes', '', ...items];
}

/** The report as GitHub-flavoured Markdown, made to be read as a job summary. */
export function markdownReport(report: Report): string {
  const { exercised, total } = coverage(report);
  const broken = brokenRules(report, mostFindings);
  const sign = report.exitCode === 0 ? '✔' : '✘';
  const { incomplete } = report;
  const lines = [
    `## ${sign} Store Orders contract: ${inline(verdict(report))}`,
    ...(incomplete === undefined ? [] : ['', `> **Incomplete.** ${inline(incomplete.message)}`]),
    '',
    `Target ${inline(report.target)}, ${exercised} of ${total} rules exercised at level ${report.level}, ` +
      `${count(report.exchanges.length, 'exchange')} in ${duration(report.durationMs)}.`,
    ...ruleTable(report, broken),
    ...broken.flatMap(brokenLines),
    ...gapTable(report),
    ...noteLines(report),
  ];
  return `${lines.join('\n')}\n`;
}
