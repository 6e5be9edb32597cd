import type { Report } from '../../contract/report.ts';
import type { Card, Line, ReportDocument, Section } from '../../report/document.ts';
import { type ReportView, type RuleView, verdictOf, viewReport } from './report-view.ts';

export function reportDocument(report: Report): ReportDocument {
  const view = viewReport(report);
  const { startedAt, tool, incomplete, target, exitCode } = report;
  return {
    title: 'Store Orders contract',
    subject: target,
    passed: exitCode === 0,
    verdict: verdictOf(report),
    scope: view.scope,
    alert: incomplete && { incomplete: true, lines: [incomplete.message] },
    origin: `Started ${startedAt}, by ${tool.name} ${tool.version}`,
    sections: [
      { heading: 'Findings', blocks: view.broken.map(cardOf) },
      ruleSection(view),
      gapSection(view),
      { heading: 'Notes', blocks: [{ kind: 'list', rows: report.notes }] },
    ],
  };
}

/** Returns a broken rule as a card. One that does not count has no findings. */
export function cardOf({ rule, status, mark, findings, total }: RuleView): Card {
  const shown = status === 'ignored' ? [] : findings;
  return {
    kind: 'card',
    mark,
    title: `${rule.id} ${rule.key}`,
    suffix: `(${mark.word})`,
    text: `${rule.sentence} (${/^\d/.test(rule.spec) ? 'part ' : ''}${rule.spec})`,
    evidence: shown.map(({ exchange, fields }) => ({
      ...(exchange !== undefined && { heading: exchange }),
      facts: Object.entries(fields).map(([name, line]) => ({ name, lines: [line] })),
    })),
    total: status === 'ignored' ? 0 : total,
  };
}

function ruleSection({ results }: ReportView): Section {
  const rows = results.map(({ mark, ids, detail }): readonly Line[] => [
    [{ text: `${mark.sign} ${mark.word}`, tone: mark.tone }],
    detail === '' ? ids : `${ids}: ${detail}`,
  ]);
  return { heading: 'Rules', blocks: [{ kind: 'table', rows }] };
}

function gapSection({ gaps }: ReportView): Section {
  const rows = gaps.map(({ gap, observed, allowed }): readonly Line[] => [
    gap,
    [
      `observed ${observed}`,
      ...(allowed ? [] : ['  ', { text: 'not an allowed choice', tone: 'warn' } as const]),
    ],
  ]);
  return {
    heading: 'Unspecified',
    note: 'the specification leaves it open: not a finding',
    blocks: [{ kind: 'table', rows }],
  };
}
