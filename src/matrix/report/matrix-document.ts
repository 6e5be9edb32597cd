import { count, duration } from '../../report/amounts.ts';
import type { Block, Line, Piece, ReportDocument, Section } from '../../report/document.ts';
import { causesOf } from '../plan/result.ts';
import { causeCard, commandText } from './cause-card.ts';
import { type CellRow, cellRows, counts, isAccepted, statusMarks } from './cell-status.ts';
import type { MatrixReport } from './matrix-report.ts';
import { exitCodeOf, incompleteOf, scopeOf, verdictOf } from './verdict.ts';
import { fixCommand, noteSentences, shownCell } from './words.ts';

export function matrixDocument(report: MatrixReport): ReportDocument {
  const { startedAt, tool } = report;
  const incomplete = incompleteOf(report);
  return {
    title: 'Store Orders matrix',
    subject: commandText(report),
    passed: exitCodeOf(report) === 0,
    verdict: verdictOf(report),
    scope: scopeOf(report),
    alert: incomplete.length === 0 ? undefined : { incomplete: false, lines: incomplete },
    origin: `Started ${startedAt}, by ${tool.name} ${tool.version}`,
    sections: [
      { heading: 'Findings', blocks: causeCards(report) },
      cellSection(report),
      list('Notes about the client', undefined, noteRows(report)),
      list(
        'Pinned',
        'chosen by a test or its scenario, so not varied there',
        pinnedOf(report.result.reliance),
      ),
      list('Coverage', 'what the tests never met without any change: not a finding', report.holes),
      list('Remarks', undefined, report.remarks),
    ],
  };
}

/** Returns the causes that count, then those that are accepted. The others are only in the table. */
function causeCards(report: MatrixReport): readonly Block[] {
  const causes = causesOf(report.result);
  const shown = [
    ...causes.filter((cause) => counts(cause, report)),
    ...causes.filter((cause) => isAccepted(cause, report)),
  ];
  return shown.map((cause) => causeCard(cause, report));
}

/** Returns how many cells showed what, and a table of those that did not pass. */
function cellSection(report: MatrixReport): Section {
  const rows = cellRows(report);
  const table: Block = {
    kind: 'table',
    rows: rows.filter(({ kind }) => kind !== 'passes').map(lineOf),
  };
  return {
    heading: 'Cells',
    blocks: rows.length === 0 ? [] : [{ kind: 'list', rows: [totalsOf(rows)] }, table],
  };
}

/** Returns `41 passes, 2 breaks of 43 cells`. */
function totalsOf(rows: readonly CellRow[]): Line {
  const byKind = Map.groupBy(rows, ({ kind }) => kind);
  const parts = Object.entries(statusMarks).flatMap(([kind, { word, tone }]): readonly Piece[] => {
    const amount = byKind.get(kind as CellRow['kind'])?.length ?? 0;
    return amount === 0 ? [] : [', ', { text: `${amount} ${word}`, tone }];
  });
  return [...parts.slice(1), ` of ${count(rows.length, 'cell')}`];
}

function lineOf(row: CellRow): readonly Line[] {
  const { sign, word, tone } = statusMarks[row.kind];
  const ms = row.runs.reduce((sum, run) => sum + run.ms, 0);
  return [
    [{ text: `${sign} ${word}`, tone }],
    [row.text],
    row.detail,
    row.runs.length === 0 ? '' : duration(ms),
  ];
}

function list(heading: string, note: string | undefined, rows: readonly Line[]): Section {
  return { heading, ...(note !== undefined && { note }), blocks: [{ kind: 'list', rows }] };
}

/** Returns a line for each kind of note, with the cell that showed it first and the command that explains it. */
function noteRows({ result }: Pick<MatrixReport, 'result'>): readonly Line[] {
  return [...Map.groupBy(result.notes, ({ kind }) => kind)].flatMap(([kind, [first, ...others]]) => {
    if (first === undefined) return [];
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'cell')} more`;
    const cell = shownCell(first.cell);
    return [[`It ${noteSentences[kind]} (seen with `, cell, `${more}): `, fixCommand(kind)]];
  });
}

/** Returns `list-order (production, env-2)` for each gap that an environment pins. */
export function pinnedOf(reliance: MatrixReport['result']['reliance']): readonly string[] {
  return reliance.flatMap(({ gap, pinnedIn }) =>
    pinnedIn.length === 0 ? [] : [`${gap} (${pinnedIn.join(', ')})`],
  );
}
