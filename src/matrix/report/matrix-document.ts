import { count, duration } from '../../report/amounts.ts';
import type { Block, Line, ReportDocument, Section, Tone } from '../../report/document.ts';
import { gapKeys } from '../../simulator/environment/gaps/gaps.ts';
import type { FlakyCell } from '../model.ts';
import { isAct } from '../plan/fault-points.ts';
import { causesOf } from '../plan/result.ts';
import { causeCard, commandText } from './cause-card.ts';
import { brokenFaults, faultRows, faultTotals } from './fault-grid.ts';
import { gapRows } from './gap-grid.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteCards } from './note-cards.ts';
import { acceptance, counts, exitCodeOf, incompleteOf, scopeOf, verdictOf } from './verdict.ts';
import { outcomeClause, outcomeMarks, runsByCell, shownCell } from './words.ts';

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
    tiles: tilesOf(report),
    sections: [...findingSections(report), ...otherSections(report)],
  };
}

function tilesOf(report: MatrixReport): ReportDocument['tiles'] {
  const { faults, flaky, noEffect, notes, leftOut } = report.result;
  const squares = gapRows(report).flatMap((row) => row.squares);
  const choices = (tone: Tone) => squares.filter(({ mark }) => mark.tone === tone).length;
  const behaved = (acts: boolean, passes: boolean): number =>
    faults.filter(
      ({ cell, fired, outcome }) => fired && isAct(cell) === acts && (outcome.kind === 'passed') === passes,
    ).length;
  const all = [
    { amount: choices('bad'), word: 'choices break it', tone: choices('bad') === 0 ? 'good' : 'bad' },
    { amount: choices('good'), word: 'choices pass', tone: 'good' },
    { amount: noEffect.length, word: 'cells had no effect', tone: 'soft' },
    { amount: behaved(false, false), word: 'faults break it', tone: 'warn' },
    { amount: behaved(false, true), word: 'faults pass', tone: 'good' },
    { amount: behaved(true, false), word: 'actors break it', tone: 'warn' },
    { amount: behaved(true, true), word: 'actors pass', tone: 'good' },
    { amount: flaky.length, word: 'flaky cells', tone: 'warn' },
    { amount: new Set(notes.map(({ kind }) => kind)).size, word: 'notes', tone: 'warn' },
    { amount: leftOut.length, word: 'cells left out', tone: 'soft' },
  ] as const;
  return all.filter(({ amount }, at) => amount > 0 || at === 0);
}

function findingSections(report: MatrixReport): readonly Section[] {
  const { dependences, faultCauses } = report.result;
  const isListed = (cause: (typeof faultCauses)[number]) =>
    counts(cause, report) || acceptance(cause, report) !== undefined;
  const cards = (causes: typeof dependences): readonly Block[] =>
    causes
      .toSorted((one, other) => Number(counts(other, report)) - Number(counts(one, report)))
      .map((cause) => causeCard(cause, report));
  const heading = report.result.faults.some(({ cell }) => isAct(cell))
    ? 'Under faults, and beside actors'
    : 'Under faults';
  const gapSection = { heading: 'Gaps × choices', blocks: gapBlocks(report) };
  return [
    { ...gapSection, only: ['html'] },
    { only: ['html'], heading: 'Findings', blocks: cards(causesOf(report.result).filter(isListed)) },
    { only: ['terminal', 'markdown'], blocks: cards(dependences) },
    { ...gapSection, only: ['markdown'] },
    { heading, blocks: faultBlocks(report, 'table'), only: ['terminal'] },
    { heading, blocks: faultBlocks(report, 'grid'), only: ['markdown', 'html'] },
    {
      only: ['terminal', 'markdown'],
      blocks: cards(faultCauses.filter((cause) => counts(cause, report))),
    },
    {
      only: ['html'],
      heading: 'What broke under each fault or beside each actor',
      note: 'not findings without --require',
      folded: 'Each of them with its cause',
      blocks: cards(causesOf(report.result).filter((cause) => !isListed(cause))),
    },
  ];
}

function gapBlocks(report: MatrixReport): readonly Block[] {
  const rows = gapRows(report);
  if (rows.length === 0) return [];
  const others = gapKeys.filter((key) => !rows.some(({ name }) => name === key));
  const names = others.flatMap((key) => [', ', { code: key }]).slice(1);
  const meaning = `What the specification leaves open, for ${count(rows.length, 'gap')} on which a response relied.`;
  const rest: Line = [`No response relied on ${count(others.length, 'other gap')}: `, ...names, '.'];
  return [
    { kind: 'text', line: meaning },
    { kind: 'grid', rows },
    ...(others.length === 0 ? [] : [{ kind: 'text', line: rest } as const]),
  ];
}

function faultBlocks(report: MatrixReport, kind: 'table' | 'grid'): readonly Block[] {
  if (report.result.faults.length === 0) return [];
  const totals = faultTotals(report).map((line) => ({ kind: 'text', line }) as const);
  if (kind === 'grid') return [...totals, { kind, rows: faultRows(report) }];
  return [...totals, { kind, columns: [], rows: brokenFaults(report) }];
}

function otherSections(report: MatrixReport): readonly Section[] {
  const { flaky, noEffect, reliance, leftOut, runs } = report.result;
  return [
    { heading: 'Notes about the client', blocks: noteCards(report) },
    list('Flaky', 'runs of the same cell had different outcomes: not a finding', flaky.map(flakyLine)),
    list(
      'No effect',
      'no exchange relied on the choice, or the fault did not fire: not a pass',
      noEffect.map(shownCell),
    ),
    list('Pinned', 'chosen by a test or its scenario, so not varied there', pinnedOf(reliance)),
    {
      heading: 'Left out',
      note: 'planned and not run',
      blocks: [{ kind: 'list', rows: leftOut.map(shownCell), noun: 'cell' }],
    },
    list('Coverage', 'what the tests never met without any change: not a finding', report.holes),
    list('Remarks', undefined, report.remarks),
    {
      only: ['html'],
      heading: 'Runs',
      note: 'cells in the order in which they ran',
      folded: 'Every cell with its runs',
      blocks: [{ kind: 'table', columns: ['Cell', 'Outcome', 'Time'], rows: runRows(runs) }],
    },
  ];
}

function list(heading: string, note: string | undefined, rows: readonly Line[]): Section {
  return { heading, ...(note !== undefined && { note }), blocks: [{ kind: 'list', rows }] };
}

/** Returns `list-order (production, env-2)` for each gap that an environment pins. */
export function pinnedOf(reliance: MatrixReport['result']['reliance']): readonly string[] {
  return reliance.flatMap(({ gap, pinnedIn }) =>
    pinnedIn.length === 0 ? [] : [`${gap} (${pinnedIn.join(', ')})`],
  );
}

/** Returns `passes (2 of 3 runs), hangs (1 of 3 runs)`. */
export function outcomesOf({ outcomes }: FlakyCell): string {
  const kinds = Map.groupBy(outcomes, outcomeClause);
  const words = [...kinds].map(
    ([clause, all]) => `${clause} (${all.length} of ${count(outcomes.length, 'run')})`,
  );
  return words.join(', ');
}

function flakyLine(cell: FlakyCell): Line {
  return [{ text: '?', tone: 'warn' }, ` ${shownCell(cell.cell)}: ${outcomesOf(cell)}`];
}

function runRows(all: MatrixReport['result']['runs']): readonly (readonly Line[])[] {
  return runsByCell(all).map(({ text, runs }) => {
    const outcomes = [...Map.groupBy(runs, ({ outcome }) => outcomeClause(outcome))].map(([clause, same]) => {
      const { sign } = outcomeMarks[same[0]?.outcome.kind ?? 'passed'];
      return `${sign} ${clause}${same.length > 1 ? ` ${same.length} times` : ''}`;
    });
    const ms = runs.reduce((sum, run) => sum + (run.cached ? 0 : run.ms), 0);
    const time = runs.every(({ cached }) => cached) ? 'cached' : duration(ms);
    return [[{ code: text }], outcomes.join(', '), time];
  });
}
