import { writeJson } from '../../json/json.ts';
import { headerFields } from '../../simulator/environment/journal/request-fields.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { Baseline, Cause, Cell } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import { gapParts, reproduceCommand, whenOf } from './cause-card.ts';
import { counts, isAccepted } from './cell-status.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteSentences } from './note-cards.ts';
import { exitCodeOf, incompleteOf, verdictOf } from './verdict.ts';

/** Formats a matrix as JSON. Ids of orders are texts. */
export function matrixJsonReport(report: MatrixReport): string {
  const { result, tool, command, options, startedAt, durationMs, jobs, remarks, holes } = report;
  const json = {
    ...{ schemaVersion: 1, tool, command, options, startedAt, durationMs, jobs },
    exitCode: exitCodeOf(report),
    verdict: verdictOf(report),
    only: report.only === undefined ? null : jsonCell(report.only),
    stopped: result.stopped ?? null,
    incomplete: incompleteOf(report),
    baseline: jsonBaseline(result.baseline),
    reliance: result.reliance,
    dependences: result.dependences.map((cause) => jsonCause(cause, report)),
    faultCauses: result.faultCauses.map((cause) => jsonCause(cause, report)),
    flaky: result.flaky.map(({ cell, outcomes }) => ({ cell: jsonCell(cell), outcomes })),
    noEffect: result.noEffect.map(jsonCell),
    notes: result.notes.map(({ kind, cell, exchanges }) => ({
      ...{ kind, sentence: noteSentences[kind], cell: jsonCell(cell) },
      exchanges: exchanges.map(jsonExchange),
    })),
    runs: result.runs.map(({ run: { id, purpose, cell }, outcome, ms }) => ({
      ...{ id, purpose, cell: jsonCell(cell), outcome, ms },
    })),
    leftOut: result.leftOut.map(jsonCell),
    ...{ remarks, holes },
  };
  return `${writeJson(json, 2)}\n`;
}

function jsonCell(cell: Cell) {
  return { text: formatCell(cell), ...cell };
}

function jsonBaseline(baseline: Baseline) {
  if (baseline.kind === 'failed') return { kind: baseline.kind, outcomes: [baseline.outcome] };
  return baseline.kind === 'flaky' ? baseline : { ...baseline, outcomes: [] };
}

function jsonCause(cause: Cause, report: MatrixReport) {
  const { cell, outcome, differences, runs } = cause;
  return {
    cell: jsonCell(cell),
    reliesOn: gapParts(cell, report).map(({ gap, baseline, choice, reliesOn, why, fix }) => ({
      ...{ gap, baseline, breaksWith: choice, sentence: reliesOn, why, fix },
    })),
    outcome,
    differences: differences.map(({ passing, failing }) => ({
      passing: passing === undefined ? null : jsonExchange(passing),
      failing: failing === undefined ? null : jsonExchange(failing),
    })),
    runs,
    when: whenOf(cell, report) ?? null,
    accepted: isAccepted(cause, report),
    counts: counts(cause, report),
    reproduce: reproduceCommand(cell, report),
  };
}

function jsonExchange(record: ExchangeRecord) {
  const { environment, number, operation = null, method, target, orderId = null, status, end } = record;
  const { body, bodyLength, faults } = record;
  const headers = headerFields(record.headers);
  return {
    ...{ environment, number, operation, method, target, orderId },
    ...{ status, end, headers, body, bodyLength, faults },
  };
}
