import type { Cause, Cell, EndedRun, MatrixResult, Outcome, PlannedRun } from '../../../src/matrix/model.ts';
import type { MatrixReport } from '../../../src/matrix/report/matrix-report.ts';
import type { GapKey } from '../../../src/simulator/environment/gaps/gaps.ts';
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

const refund = 'refund.test.ts › shows the refunded order';
const orders =
  '[{"id":48250918,"petId":7,"quantity":1,"shipDate":"2026-01-20T10:00:00Z","complete":false},{"id":48250919,"petId":8}]';

const removed: Cause = {
  cell: cellOf({ 'cancelled-in-list': 'remove' }),
  outcome: failed(refund, 'refund.test.ts › counts the refunded orders'),
  difference: {
    passing: record(3, { body: orders }),
    failing: record(3, { body: '[{"id":48250919,"petId":8}]' }),
  },
  runs: [5, 30, 31],
};

const charset: Cause = {
  cell: cellOf({ 'content-type': 'charset' }),
  outcome: failed(refund),
  difference: {
    passing: record(1, { body: orders }),
    failing: record(1, { body: orders, headers: ['Content-Type', 'application/json; charset=utf-8'] }),
  },
  runs: [9, 32, 33],
};

const pair: Cause = {
  cell: cellOf({ 'conflict-body': 'error', 'error-codes': 'opaque' }),
  outcome: failed('conflict.test.ts › explains why an order cannot be cancelled'),
  difference: undefined,
  runs: [21, 34, 35],
};

const lost = cellOf({}, { operation: 'cancelOrder', nth: 1, kind: 'reset-after-commit' });
const slow = cellOf({}, { operation: 'listOrders', nth: 1, kind: 'slow' });
const faultCauses: readonly Cause[] = [
  {
    cell: lost,
    outcome: failed('cancel.test.ts › cancels an order'),
    difference: undefined,
    runs: [40],
  },
  { cell: slow, outcome: { kind: 'hung', afterMs: 30_000, tests: [] }, difference: undefined, runs: [43] },
];

const relied: readonly (readonly [GapKey, string, readonly string[]])[] = [
  ['cancelled-in-list', 'keep', ['remove']],
  ['conflict-body', 'empty', ['error', 'text']],
  ['list-order', 'as-placed', ['by-id', 'shuffled']],
  ['error-codes', 'named', ['opaque']],
  ['content-type', 'bare', ['charset']],
  ['bearer-case', 'any-case', ['exact']],
];

function choiceRuns(): readonly EndedRun[] {
  const cells = relied.flatMap(([gap, , others]) => others.map((choice) => cellOf({ [gap]: choice })));
  return cells.map((cell, at) => {
    const cause = [removed, charset].find((one) => JSON.stringify(one.cell) === JSON.stringify(cell));
    return ended(at + 4, cell, cause?.outcome ?? passed);
  });
}

const runs: readonly EndedRun[] = [
  ...[1, 2, 3].map((id) => ended(id, cellOf({}), passed)),
  ...choiceRuns(),
  ended(21, pair.cell, pair.outcome),
  ended(22, cellOf({ 'cancelled-in-list': 'remove', 'list-order': 'by-id' }), failed(refund)),
  ended(23, pair.cell, pair.outcome),
  ended(24, cellOf({ etag: 'on' }), failed('flaky.test.ts › sometimes')),
  ended(25, cellOf({ etag: 'on' }), passed),
  ...faultCauses.map(({ cell, outcome }, at) => ended(40 + at, cell, outcome)),
];

const result: MatrixResult = {
  baseline: { kind: 'passed', ms: 850 },
  refusals: [],
  reliance: relied.map(([gap, choice], at) => ({
    ...{ gap, choice, exchanges: 12 - at },
    ...{ pinnedIn: gap === 'list-order' ? ['sorted-orders'] : [], varies: true },
  })),
  assumptions: [removed, charset, pair],
  faultCauses,
  flaky: [{ cell: cellOf({ etag: 'on' }), outcomes: [failed('flaky.test.ts › sometimes'), passed, passed] }],
  noEffect: [cellOf({ 'bearer-case': 'exact' })],
  notes: [
    {
      kind: 'repeats-cancel-blindly',
      cell: lost,
      exchanges: [
        record(2, { operation: 'cancelOrder', method: 'DELETE', status: 0, end: 'reset' }),
        record(3, { operation: 'cancelOrder', method: 'DELETE', status: 409 }),
      ],
    },
  ],
  runs,
  leftOut: [cellOf({ 'extra-fields': 'some', 'list-order': 'shuffled' })],
  stopped: 'budget',
};

/** A matrix that found assumptions, with everything that a report can show. */
export const dependentMatrix: MatrixReport = {
  tool: { name: 'store-orders-sim', version: '0.1.0' },
  command: ['npm', 'test'],
  options: ['--scenario', 'mixed'],
  startedAt: '2026-01-20T10:00:00.000Z',
  durationMs: 72_000,
  jobs: 2,
  required: [],
  accepted: ['content-type=charset'],
  observed: undefined,
  holes: ['No test met a 409: the scenario "shipped" provokes it.'],
  remarks: ['junit.xml:3:1 is not well-formed XML: Unexpected end'],
  result,
};

const quiet: MatrixResult = {
  ...result,
  assumptions: [],
  faultCauses: [],
  flaky: [],
  notes: [],
  leftOut: [],
  stopped: undefined,
  runs: runs.slice(0, 3),
};

/** A matrix of a client that relies on nothing unpromised. */
export const soundMatrix: MatrixReport = {
  ...dependentMatrix,
  accepted: [],
  holes: [],
  remarks: [],
  result: quiet,
};

/** A matrix whose command fails without any change. */
export const redMatrix: MatrixReport = {
  ...soundMatrix,
  result: {
    ...quiet,
    reliance: [],
    baseline: { kind: 'failed', outcome: failed(refund) },
    runs: [ended(1, cellOf({}), failed(refund))],
  },
};

/** A matrix whose command is flaky without any change. */
export const flakyMatrix: MatrixReport = {
  ...soundMatrix,
  result: { ...quiet, baseline: { kind: 'flaky', outcomes: [passed, failed(refund), passed] } },
};

/** A matrix whose command sends no request. */
export const silentMatrix: MatrixReport = {
  ...soundMatrix,
  result: { ...quiet, reliance: [], baseline: { kind: 'no-requests' } },
};

/** A matrix that was interrupted in its first run. */
export const interruptedMatrix: MatrixReport = {
  ...soundMatrix,
  result: { ...quiet, reliance: [], runs: [], stopped: 'interrupted' },
};

/** Every sample, with a name for the titles of tests. */
export const sampleMatrices: readonly (readonly [string, MatrixReport])[] = [
  ['finds assumptions', dependentMatrix],
  ['finds nothing', soundMatrix],
  ['fails in the baseline', redMatrix],
  ['is flaky in the baseline', flakyMatrix],
  ['sends nothing', silentMatrix],
  ['was interrupted', interruptedMatrix],
];
