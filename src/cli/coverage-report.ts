import type { CoverageView } from '../control-api.ts';
import { count } from '../report/amounts.ts';
import type { GridRow, Mark, ReportDocument } from '../report/document.ts';
import { renderHtml } from '../report/html.ts';
import { renderMarkdown } from '../report/markdown.ts';
import type { Writers } from '../report/report-output.ts';
import { renderTerminal } from '../report/terminal.ts';
import { type CoverageGroup, coverageGroups } from '../simulator/environment/coverage/coverage.ts';
import { coveragePoints } from '../simulator/environment/coverage/coverage-view.ts';
import { version } from '../version.ts';

/** A value of `--min`: the least coverage of a group, in percent. */
export type LeastCoverage = { readonly group: CoverageGroup; readonly percent: number };

export type CoverageReport = {
  readonly files: number;
  readonly view: CoverageView;
  readonly least: readonly LeastCoverage[];
};

export const coverageWriters = {
  terminal: (report, options) => renderTerminal(coverageDocument(report), options),
  // As `GET /coverage` sends it, so that merged files can be merged again.
  json: ({ view }) => `${JSON.stringify(view, null, 2)}\n`,
  markdown: (report) => renderMarkdown(coverageDocument(report)),
  html: (report) => renderHtml(coverageDocument(report)),
} satisfies Writers<string, CoverageReport>;

/** Returns a clause for each group below its `--min`. */
export function belowLeast({ view, least }: CoverageReport): readonly string[] {
  return least
    .filter(({ group, percent }) => view.percent[group] < percent)
    .map(({ group, percent }) => `${group} ${view.percent[group]} % of at least ${percent} %`);
}

function coverageDocument(report: CoverageReport): ReportDocument {
  const { files, view } = report;
  const below = belowLeast(report);
  const points = coveragePoints(view).length;
  const { holes, outcomes } = view;
  const requests = Object.values(outcomes).reduce((sum, amount) => sum + amount, 0);
  return {
    title: 'Store Orders coverage',
    subject: 'the tests',
    passed: below.length === 0,
    verdict: [`met ${points - holes.length} of ${points} points`, ...below].join(', '),
    scope: `${count(files, 'file')}, ${count(requests, 'response')}`,
    origin: `By store-orders-sim ${version}`,
    tiles: [
      { amount: points - holes.length, word: 'points met', tone: 'good' },
      { amount: holes.length, word: 'holes', tone: holes.length === 0 ? 'good' : 'warn' },
    ],
    sections: [
      { heading: 'Coverage', blocks: [{ kind: 'grid', rows: rowsOf(view) }] },
      { heading: 'Holes', blocks: [{ kind: 'list', rows: holes.map(({ hole }) => hole) }] },
    ],
  };
}

function rowsOf(view: CoverageView): readonly GridRow[] {
  const all = coveragePoints(view);
  // No response may have relied on a gap.
  const groups = coverageGroups.filter((group) => all.some((point) => point.group === group));
  return groups.map((group) => ({
    name: `${group} ${view.percent[group]} %`,
    note: '',
    squares: all
      .filter((point) => point.group === group)
      .map(({ name }) => ({ name, meaning: '', mark: markOf(view[group][name] ?? 0), to: undefined })),
  }));
}

function markOf(met: number): Mark {
  return met > 0
    ? { sign: '✔', word: `met ${count(met, 'time')}`, tone: 'good' }
    : { sign: '✘', word: 'not met', tone: 'warn' };
}
