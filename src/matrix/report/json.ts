import { writeJson } from '../../json/json.ts';
import type { Cause, Cell } from '../model.ts';
import { formatCell } from '../plan/cell.ts';
import { gapParts, reproduceCommand } from './cause-card.ts';
import { counts, isAccepted } from './cell-status.ts';
import type { MatrixReport } from './matrix-report.ts';
import { exitCodeOf, incompleteOf, verdictOf } from './verdict.ts';
import { noteSentences } from './words.ts';

/** Formats a matrix as JSON: its result, with the text of each cell. Ids of orders are texts. */
export function matrixJsonReport(report: MatrixReport): string {
  const { result, tool, command, options, startedAt, durationMs, jobs, remarks, holes, only } = report;
  const { assumptions, faultCauses, flaky, noEffect, notes, runs, leftOut, stopped, ...rest } = result;
  const jsonCause = (cause: Cause) => ({
    ...withText(cause),
    reliesOn: gapParts(cause.cell, report).map(({ gap, baseline, choice, reliesOn, why, fix }) => ({
      ...{ gap, baseline, breaksWith: choice, sentence: reliesOn, why, fix },
    })),
    accepted: isAccepted(cause, report),
    counts: counts(cause, report),
    reproduce: reproduceCommand(cause.cell, report),
  });
  const json = {
    ...{ schemaVersion: 1, tool, command, options, startedAt, durationMs, jobs },
    ...{ exitCode: exitCodeOf(report), verdict: verdictOf(report), incomplete: incompleteOf(report) },
    ...{ only: only === undefined ? null : jsonCell(only), stopped: stopped ?? null, ...rest },
    assumptions: assumptions.map(jsonCause),
    faultCauses: faultCauses.map(jsonCause),
    flaky: flaky.map(withText),
    noEffect: noEffect.map(jsonCell),
    notes: notes.map((note) => ({ ...withText(note), sentence: noteSentences[note.kind] })),
    runs: runs.map(({ run, outcome, ms }) => ({ ...withText(run), outcome, ms })),
    leftOut: leftOut.map(jsonCell),
    ...{ remarks, holes },
  };
  return `${writeJson(json, 2)}\n`;
}

function jsonCell(cell: Cell) {
  return { text: formatCell(cell), ...cell };
}

function withText<One extends { readonly cell: Cell }>(one: One) {
  return { ...one, cell: jsonCell(one.cell) };
}
