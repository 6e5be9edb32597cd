import type { Report } from '../../contract/report.ts';
import { neverTested } from '../../contract/rules/rules.ts';
import type { Card, Line, ReportDocument, Section } from '../../report/document.ts';
import type { RuleView } from './report-view.ts';
import { type ReportView, source, verdictOf, viewReport } from './report-view.ts';

export function reportDocument(report: Report): ReportDocument {
  const view = viewReport(report);
  const { startedAt, tool, incomplete, target, exitCode } = report;
  const amount = (status: RuleView['status']) => view.rules.filter((rule) => rule.status === status).length;
  return {
    title: 'Store Orders contract',
    subject: target,
    passed: exitCode === 0,
    verdict: verdictOf(report),
    scope: view.scope,
    alert: incomplete && { incomplete: true, lines: [incomplete.message] },
    origin: `Started ${startedAt}, by ${tool.name} ${tool.version}`,
    tiles: [
      { amount: amount('violated'), word: 'rules failed', tone: amount('violated') === 0 ? 'good' : 'bad' },
      { amount: amount('noticed'), word: 'with a notice', tone: amount('noticed') === 0 ? 'good' : 'warn' },
      { amount: amount('passed'), word: 'passed', tone: 'good' },
      { amount: amount('not-exercised'), word: 'not exercised', tone: 'soft' },
    ],
    sections: [
      { only: ['markdown'], blocks: [{ kind: 'table', ...groupedRules(view) }] },
      { only: ['terminal'], blocks: view.broken.map(shortCard) },
      {
        only: ['markdown'],
        blocks: view.broken.map(shortCard),
      },
      { only: ['html'], heading: 'Findings', blocks: view.broken.map(cardOf) },
      {
        only: ['terminal'],
        heading: view.broken.length > 0 ? 'Other rules' : 'Rules',
        blocks: [{ kind: 'table', columns: [], rows: otherRules(view) }],
      },
      everyRule(view),
      gapSection(view),
      ...(report.level === 'passive' || incomplete !== undefined ? [] : [limits]),
      { heading: 'Notes', blocks: [{ kind: 'list', rows: report.notes }] },
    ],
  };
}

const limits: Section = {
  heading: 'Not tested',
  note: 'by no check: it could harm an order or show the key',
  blocks: [{ kind: 'list', rows: neverTested }],
};

export function cardOf({ rule, mark, weight, findings, total }: RuleView): Card {
  return {
    kind: 'card',
    id: rule.id,
    mark,
    title: `${rule.id} ${rule.key}`,
    suffix: `(${weight})`,
    text: `${rule.sentence} (${source(rule)})`,
    evidence: findings.map(({ exchange, timeline, fields: { repeat, ...fields } }) => ({
      ...(exchange !== undefined && { heading: exchange }),
      ...(timeline !== undefined && { timeline }),
      facts: Object.entries(fields).map(([name, line]) => ({ name, lines: [line], literal: true })),
      ...(repeat !== undefined && { command: { name: 'repeat', lines: [repeat] } }),
    })),
    total,
  };
}

/** Returns a broken rule, without the findings of one that does not count. */
function shortCard(view: RuleView): Card {
  return view.status === 'ignored' ? { ...cardOf(view), evidence: [], total: 0 } : cardOf(view);
}

const namesInLine = 4;

/** Lists the rules that are not broken: the passed ones by name, the others by reason. */
function otherRules({ passed, partly, notExercised }: ReportView): readonly (readonly Line[])[] {
  const lines = Array.from({ length: Math.ceil(passed.length / namesInLine) }, (_, at) =>
    passed.slice(at * namesInLine, (at + 1) * namesInLine).join(', '),
  );
  return [
    ...lines.map((names, at) => [at === 0 ? [{ text: 'passed', tone: 'good' } as const] : '', names]),
    ...partly.map(({ reason, ids }) => [
      [{ text: 'only in part', tone: 'warn' } as const],
      `${ids}: ${reason}`,
    ]),
    ...notExercised.map(({ reason, ids }) => [
      [{ text: 'not exercised', tone: 'soft' } as const],
      `${ids}: ${reason}`,
    ]),
  ];
}

function groupedRules({ broken, passed, partly, notExercised }: ReportView) {
  return {
    columns: ['Result', 'Rules', ''],
    rows: [
      ...broken.map(({ rule, mark, detail }) => [
        `${mark.sign} ${mark.word}`,
        `${rule.id} ${rule.key}`,
        detail,
      ]),
      ...(passed.length === 0 ? [] : [['✔ passed', passed.join(', '), '']]),
      ...partly.map(({ reason, ids }) => ['✔ passed in part', ids, reason]),
      ...notExercised.map(({ reason, ids }) => ['- not exercised', ids, reason]),
    ],
  };
}

function everyRule({ rules }: ReportView): Section {
  const rows = rules.map(({ rule, mark, detail }): readonly Line[] => [
    rule.id,
    [`${rule.sentence} `, { text: `(${source(rule)})`, tone: 'soft' }],
    [{ text: `${mark.sign} ${mark.word}`, tone: mark.tone }],
    detail,
  ]);
  return {
    only: ['html'],
    heading: 'Rules',
    note: 'every statement of the specification that is checked',
    blocks: [{ kind: 'table', columns: ['Rule', 'Statement', 'Result', 'Detail'], rows }],
  };
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
    blocks: [{ kind: 'table', columns: ['Gap', 'Observed'], rows }],
  };
}
