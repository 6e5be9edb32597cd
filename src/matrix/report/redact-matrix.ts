import { createRedaction, type Redaction } from '../../report/redaction.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { Cause, ClientNote, MatrixResult, Outcome } from '../model.ts';
import type { MatrixReport } from './matrix-report.ts';

/**
 * Returns a report without the keys and tokens: each form of them becomes `[key]`. Names of tests come from outside, and a
 * command may contain a key. Call it for every report that leaves the process.
 */
export function redactMatrix(report: MatrixReport, secrets: readonly string[]): MatrixReport {
  const redaction = createRedaction(secrets);
  const { text } = redaction;
  const { observed } = report;
  return {
    ...report,
    command: report.command.map(text),
    options: report.options.map(text),
    accepted: report.accepted.map(({ cell, reason }) => ({ cell: text(cell), reason: text(reason) })),
    observed: observed && { ...observed, file: text(observed.file) },
    remarks: report.remarks.map(text),
    result: redactResult(report.result, redaction),
  };
}

function redactResult(result: MatrixResult, redaction: Redaction): MatrixResult {
  const outcome = <Given extends Outcome>(given: Given): Given => redactOutcome(given, redaction);
  const { baseline } = result;
  return {
    ...result,
    baseline:
      baseline.kind === 'failed'
        ? { ...baseline, outcome: outcome(baseline.outcome) }
        : baseline.kind === 'flaky'
          ? { ...baseline, outcomes: baseline.outcomes.map(outcome) }
          : baseline,
    reliance: result.reliance.map((one) => ({ ...one, pinnedIn: one.pinnedIn.map(redaction.text) })),
    dependences: result.dependences.map((cause) => redactCause(cause, redaction)),
    faultCauses: result.faultCauses.map((cause) => redactCause(cause, redaction)),
    flaky: result.flaky.map((one) => ({ ...one, outcomes: one.outcomes.map(outcome) })),
    faults: result.faults.map((one) => ({ ...one, outcome: outcome(one.outcome) })),
    notes: result.notes.map(
      (note): ClientNote => ({
        ...note,
        exchanges: note.exchanges.map((record) => redactRecord(record, redaction)),
      }),
    ),
    // No report shows the records of a run.
    runs: result.runs.map((run) => ({ ...run, outcome: outcome(run.outcome), records: [] })),
  };
}

function redactOutcome<Given extends Outcome>(outcome: Given, { text }: Redaction): Given {
  if (outcome.kind === 'passed') return outcome;
  const tests = outcome.tests.map(text);
  return { ...outcome, tests, ...(outcome.kind === 'failed' && { exit: text(outcome.exit) }) };
}

function redactCause(cause: Cause, redaction: Redaction): Cause {
  const record = (given: ExchangeRecord | undefined) => given && redactRecord(given, redaction);
  return {
    ...cause,
    outcome: redactOutcome(cause.outcome, redaction),
    differences: cause.differences.map(({ passing, failing }) => ({
      passing: record(passing),
      failing: record(failing),
    })),
  };
}

function redactRecord(record: ExchangeRecord, { text, excerpt }: Redaction): ExchangeRecord {
  return {
    ...record,
    environment: text(record.environment),
    target: text(record.target),
    headers: record.headers.map(text),
    // The record has only the beginning of a body.
    body: excerpt(record.body),
  };
}
