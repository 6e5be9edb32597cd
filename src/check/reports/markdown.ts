import type { Report } from '../../contract/report.ts';
import { fenced, inline, table } from '../../report/markdown-text.ts';
import { type FindingView, type ReportView, type RuleView, source, viewReport } from './report-view.ts';

/** The maximum number of findings that are shown for one rule. GitHub truncates a job summary at 1 MiB. */
const maxFindings = 5;

function findingLines({ exchange, fields }: FindingView): readonly string[] {
  const { repeat, ...others } = fields;
  const facts = [
    ...(exchange === undefined ? [] : [exchange]),
    ...Object.entries(others).map(([name, text]) => `${name.padEnd(8)} ${text}`),
  ];
  return ['', ...fenced('text', facts), ...(repeat === undefined ? [] : fenced('sh', [repeat]))];
}

function brokenLines({ rule, status, sign, weight, findings, more }: RuleView): readonly string[] {
  const heading = `### ${sign} ${inline(`${rule.id} ${rule.key}`)} (${weight})`;
  const statement = ['', heading, '', inline(`${rule.sentence} (${source(rule)})`)];
  if (status === 'ignored') return statement;
  return [...statement, ...findings.flatMap(findingLines), ...(more === undefined ? [] : ['', more])];
}

function ruleTable({ broken, passed, partly, notExercised }: ReportView): readonly string[] {
  return table(
    ['Result', 'Rules', ''],
    [
      ...broken.map(({ rule, sign, word, detail }) => [
        `${sign} ${word}`,
        inline(`${rule.id} ${rule.key}`),
        detail,
      ]),
      ...(passed === '' ? [] : [['✔ passed', passed, '']]),
      ...partly.map(({ reason, ids }) => ['✔ passed in part', ids, inline(reason)]),
      ...notExercised.map(({ reason, ids }) => ['\\- not exercised', ids, inline(reason)]),
    ],
  );
}

function gapTable({ gaps }: ReportView): readonly string[] {
  if (gaps.length === 0) return [];
  const rows = gaps.map(({ gap, observed, allowed }) => [
    inline(gap),
    `observed ${inline(observed)}`,
    allowed ? '' : 'not an allowed choice',
  ]);
  return [
    ...['', '### Unspecified', '', 'The specification leaves this open: not a finding.'],
    ...table(['Gap', '', ''], rows),
  ];
}

/** Formats a report as GitHub-flavoured Markdown, for a job summary. */
export function markdownReport(report: Report): string {
  const view = viewReport(report, maxFindings);
  const { target, sign, verdict, scope, incomplete, broken, notes } = view;
  const lines = [
    `## ${sign} Store Orders contract: ${inline(verdict)}`,
    ...(incomplete === undefined ? [] : ['', `> **Incomplete.** ${inline(incomplete)}`]),
    '',
    `Target ${inline(target)}, ${scope}.`,
    ...ruleTable(view),
    ...broken.flatMap(brokenLines),
    ...gapTable(view),
    ...(notes.length === 0 ? [] : ['', '### Notes', '', ...notes.map((note) => `- ${inline(note)}`)]),
  ];
  return `${lines.join('\n')}\n`;
}
