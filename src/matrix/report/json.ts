import { writeJson } from '../../json/json.ts';
import { plainText } from '../../report/plain-text.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { Baseline, Cause, Cell, Difference, Outcome } from '../model.ts';
import { formatCell } from '../plan/cell-text.ts';
import { gapParts, reproduceCommand, whenOf } from './cause-card.ts';
import type { MatrixJson } from './json-schema.ts';
import type { MatrixReport } from './matrix-report.ts';
import { noteSentences } from './note-cards.ts';
import { acceptance, counts, exitCodeOf, incompleteOf, verdictOf } from './verdict.ts';

/** Formats a matrix as JSON, valid by `docs/reference/matrix.schema.json`. Ids of orders are texts. */
export function matrixJsonReport(report: MatrixReport): string {
  return `${writeJson(matrixJson(report), 2)}\n`;
}

function matrixJson(report: MatrixReport): MatrixJson {
  const { result, tool, startedAt, durationMs, jobs } = report;
  return {
    schemaVersion: 1,
    tool,
    command: [...report.command],
    options: [...report.options],
    startedAt,
    durationMs,
    jobs,
    exitCode: exitCodeOf(report),
    verdict: verdictOf(report),
    only: report.only === undefined ? null : jsonCell(report.only),
    stopped: result.stopped ?? null,
    incomplete: [...incompleteOf(report)],
    baseline: jsonBaseline(result.baseline),
    reliance: result.reliance.map((one) => ({
      ...one,
      operations: [...one.operations],
      pinnedIn: [...one.pinnedIn],
    })),
    dependences: result.dependences.map((cause) => jsonCause(cause, report)),
    faultCauses: result.faultCauses.map((cause) => jsonCause(cause, report)),
    flaky: result.flaky.map(({ cell, outcomes }) => ({
      cell: jsonCell(cell),
      outcomes: outcomes.map(jsonOutcome),
    })),
    noEffect: result.noEffect.map(jsonCell),
    faults: result.faults.map(({ cell, outcome, fired }) => ({
      cell: jsonCell(cell),
      outcome: jsonOutcome(outcome),
      fired,
    })),
    notes: result.notes.map(({ kind, cell, exchanges }) => ({
      kind,
      sentence: noteSentences[kind],
      cell: jsonCell(cell),
      exchanges: exchanges.map(jsonExchange),
    })),
    runs: result.runs.map(({ run: { id, purpose, cell }, outcome, ms, cached }) => ({
      ...{ id, purpose, cell: jsonCell(cell) },
      ...{ outcome: jsonOutcome(outcome), ms, cached },
    })),
    leftOut: result.leftOut.map(jsonCell),
    remarks: [...report.remarks],
    holes: [...report.holes],
  };
}

function jsonCell(cell: Cell): MatrixJson['leftOut'][number] {
  return { text: formatCell(cell), gaps: { ...cell.gaps }, faults: [...cell.faults] };
}

function jsonOutcome(outcome: Outcome): MatrixJson['runs'][number]['outcome'] {
  if (outcome.kind === 'passed') return { kind: 'passed' };
  const { kind, tests } = outcome;
  if (outcome.kind === 'hung') return { kind, afterMs: outcome.afterMs, tests: [...tests] };
  return { kind, exit: outcome.exit, tests: [...tests] };
}

function jsonBaseline(baseline: Baseline): MatrixJson['baseline'] {
  switch (baseline.kind) {
    case 'passed':
      return { kind: 'passed', ms: baseline.ms, outcomes: [] };
    case 'failed':
      return { kind: 'failed', outcomes: [jsonOutcome(baseline.outcome)] };
    case 'flaky':
      return { kind: 'flaky', outcomes: baseline.outcomes.map(jsonOutcome) };
    case 'no-requests':
      return { kind: 'no-requests', outcomes: [] };
  }
}

function jsonCause(cause: Cause, report: MatrixReport): MatrixJson['dependences'][number] {
  const accepted = acceptance(cause, report);
  return {
    cell: jsonCell(cause.cell),
    reliesOn: gapParts(cause.cell, report).map(({ gap, baseline, choice, reliesOn, why, fix }) => ({
      ...{ gap, baseline, breaksWith: choice },
      ...{ sentence: reliesOn, why, fix },
    })),
    outcome: jsonOutcome(cause.outcome),
    differences: cause.differences.map(jsonDifference),
    runs: [...cause.runs],
    when: whenOf(cause.cell, report) ?? null,
    accepted: accepted === undefined ? null : plainText(accepted),
    counts: counts(cause, report),
    reproduce: reproduceCommand(cause.cell, report),
  };
}

function jsonDifference({
  passing,
  failing,
}: Difference): MatrixJson['dependences'][number]['differences'][number] {
  return {
    passing: passing === undefined ? null : jsonExchange(passing),
    failing: failing === undefined ? null : jsonExchange(failing),
  };
}

function jsonExchange(record: ExchangeRecord): MatrixJson['notes'][number]['exchanges'][number] {
  const { environment, number, operation, method, target, orderId, status, end } = record;
  const { headers, body, bodyLength, faults } = record;
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[name, headers[at + 1] ?? ''] satisfies [string, string]] : [],
  );
  return {
    ...{ environment, number, operation: operation ?? null, method, target, orderId: orderId ?? null },
    ...{ status, end, headers: pairs, body, bodyLength, faults: [...faults] },
  };
}
