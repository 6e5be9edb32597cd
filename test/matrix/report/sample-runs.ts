import type { Cell, EndedRun, Outcome, PlannedRun } from '../../../src/matrix/model.ts';
import type { ExchangeRecord } from '../../../src/simulator/environment/record/run-recorder.ts';

/** The outcome of a run that passed. */
export const passed: Outcome = { kind: 'passed' };
/** A cell of choices and faults. */
export const cellOf = (gaps: Cell['gaps'], ...faults: Cell['faults']): Cell => ({ gaps, faults });

/** An exchange as a run records it. */
export function record(number: number, changed: Partial<ExchangeRecord>): ExchangeRecord {
  const body = changed.body ?? '';
  return {
    kind: 'exchange',
    environment: 'production',
    state: 1,
    number,
    operation: 'listOrders',
    method: 'GET',
    target: '/v1/store/orders',
    orderId: undefined,
    begunAt: 0,
    endedAt: 3,
    status: 200,
    end: 'answered',
    headers: ['Content-Type', 'application/json'],
    body,
    bodyLength: Buffer.byteLength(body),
    refused: undefined,
    cancel: undefined,
    gaps: {},
    faults: [],
    ...changed,
  };
}

/** The outcome of a run in which these tests failed. */
export function failed(...tests: readonly string[]): Exclude<Outcome, { kind: 'passed' }> {
  return { kind: 'failed', exit: 'exit code 1', tests };
}

/** A run with its outcome. */
export function ended(id: number, cell: Cell, outcome: Outcome): EndedRun {
  const run: PlannedRun = { id, cell };
  return { run, outcome, records: [], ms: 850 + id };
}
