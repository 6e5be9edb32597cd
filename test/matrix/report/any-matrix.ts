import fc from 'fast-check';
import type {
  Baseline,
  Cause,
  Cell,
  ClientNote,
  Difference,
  EndedRun,
  Outcome,
} from '../../../src/matrix/model.ts';
import { faultPointNames } from '../../../src/matrix/plan/fault-points.ts';
import type { MatrixReport } from '../../../src/matrix/report/matrix-report.ts';
import { noteSentences } from '../../../src/matrix/report/note-cards.ts';
import { operationNames } from '../../../src/operation.ts';
import { gapKeys, gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
import type { ExchangeRecord } from '../../../src/simulator/environment/record/run-record.ts';
import { anyText as text } from '../../check/reports/any-report.ts';

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 3 });
const operation = fc.constantFrom(...operationNames);

const choice = fc
  .constantFrom(...gaps)
  .chain((gap) =>
    fc.oneof(fc.constantFrom(...Object.keys(gap.choices)), text).map((name) => [gap.key, name] as const),
  );
const point = fc.record({
  operation,
  nth: fc.integer({ min: 1, max: 12 }),
  kind: fc.constantFrom(...faultPointNames),
});
const cell: fc.Arbitrary<Cell> = fc
  .record({ choices: few(choice), faults: few(point) })
  .map(({ choices, faults }) => ({ gaps: Object.fromEntries(choices), faults }));

const failure: fc.Arbitrary<Exclude<Outcome, { kind: 'passed' }>> = fc.oneof(
  fc.record({ kind: fc.constant('failed' as const), exit: text, tests: few(text) }),
  fc.record({ kind: fc.constant('hung' as const), afterMs: fc.nat(99_999), tests: few(text) }),
);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(fc.constant({ kind: 'passed' as const }), failure);

const exchange: fc.Arbitrary<ExchangeRecord> = fc.record({
  kind: fc.constant('exchange' as const),
  environment: text,
  state: fc.nat(3),
  number: fc.nat(9),
  operation: optional(operation),
  method: text,
  target: text,
  orderId: optional(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n).map(String)),
  begunAt: fc.nat(),
  endedAt: fc.nat(),
  status: fc.constantFrom(0, 200, 204, 404, 503),
  end: fc.constantFrom('answered', 'client-gone', 'reset', 'closed', 'garbled', 'cut', 'failed'),
  headers: few(fc.tuple(text, text)).map((pairs) => pairs.flat()),
  body: text,
  bodyLength: fc.nat(9),
  refused: optional(text),
  cancel: fc.constantFrom('cancelled', 'unknown', undefined),
  gaps: fc.constant({}),
  faults: few(text),
});

const difference: fc.Arbitrary<Difference> = fc.record({
  passing: optional(exchange),
  failing: optional(exchange),
});
const cause: fc.Arbitrary<Cause> = fc.record({
  cell,
  outcome: failure,
  differences: few(difference),
  runs: few(fc.nat(99)),
});
const run: fc.Arbitrary<EndedRun> = fc.record({
  run: fc.record({ id: fc.nat(99), purpose: fc.constantFrom('baseline', 'choice', 'fault'), cell }),
  outcome,
  records: fc.constant([]),
  ms: fc.double({ min: 0, max: 1e6, noNaN: true }),
});
const baseline: fc.Arbitrary<Baseline> = fc.oneof(
  fc.record({ kind: fc.constant('passed' as const), ms: fc.nat() }),
  fc.record({ kind: fc.constant('failed' as const), outcome }),
  fc.record({ kind: fc.constant('flaky' as const), outcomes: few(outcome) }),
  fc.constant({ kind: 'no-requests' as const }),
);
const notes = Object.keys(noteSentences) as ClientNote['kind'][];

/** Any matrix of the right types, with hostile text from the tests and the client. */
export const anyMatrix: fc.Arbitrary<MatrixReport> = fc.record({
  tool: fc.constant({ name: 'store-orders-sim' as const, version: '0.1.0' }),
  command: few(text),
  options: few(text),
  startedAt: fc.integer({ min: 0, max: 4e12 }).map((time) => new Date(time).toISOString()),
  durationMs: fc.double({ min: 0, max: 1e9, noNaN: true }),
  jobs: fc.nat(8),
  required: few(fc.constantFrom('faults', 'actors')),
  accepted: few(text),
  observed: optional(fc.record({ file: text, gaps: few(choice).map(Object.fromEntries) })),
  remarks: few(text),
  holes: few(text),
  result: fc.record({
    baseline,
    refusals: few(text),
    reliance: few(
      fc.record({
        gap: fc.constantFrom(...gapKeys),
        choice: text,
        exchanges: fc.nat(9),
        operations: few(operation),
        pinnedIn: few(text),
      }),
    ),
    dependences: few(cause),
    faultCauses: few(cause),
    flaky: few(fc.record({ cell, outcomes: few(outcome) })),
    noEffect: few(cell),
    notes: few(fc.record({ kind: fc.constantFrom(...notes), cell, exchanges: few(exchange) })),
    runs: few(run),
    leftOut: few(cell),
    stopped: fc.constantFrom('budget', 'interrupted', undefined),
  }),
});
