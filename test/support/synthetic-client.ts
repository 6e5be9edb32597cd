import { explore as exploreRuns, type PlanOptions } from '../../src/matrix/explore.ts';
import type { Cell, EndedRun, MatrixResult, Outcome, PlannedRun } from '../../src/matrix/model.ts';
import { formatCell } from '../../src/matrix/plan/cell.ts';
import { faultId, faultPoints } from '../../src/matrix/plan/fault-points.ts';
import type { OperationName } from '../../src/operation.ts';
import { type GapKey, gapKeys, gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import type { ExchangeRecord, PinnedRecord } from '../../src/simulator/environment/record/run-recorder.ts';
import { record } from '../matrix/report/sample-matrix.ts';

/** One exchange that a synthetic client makes, and the gaps on which it relies. */
export type Step = {
  readonly operation: OperationName;
  readonly gaps?: readonly GapKey[];
  readonly environment?: string;
  /** Whether the client sends it again after a fault. Default: false. */
  readonly retries?: boolean;
  readonly changes?: Partial<ExchangeRecord>;
};

/** What a client sees in a run. */
export type View = {
  choice(gap: GapKey): string;
  /** The kinds of the faults that fired, as `operation:nth:kind`. */
  readonly fired: readonly string[];
  readonly run: PlannedRun;
};

/** A client without a process: its exchanges by the choices, and its outcome. */
export type SyntheticClient = {
  readonly steps: (view: View) => readonly Step[];
  readonly outcome: (view: View) => Outcome['kind'];
  readonly pinned?: readonly PinnedRecord[];
};

const lists: Step = { operation: 'listOrders', gaps: gapKeys };
const cancels: Step = { operation: 'cancelOrder', gaps: gapKeys, changes: { cancel: 'cancelled' } };
/** The steps of a client that touches every gap with each request. */
export const everything: readonly Step[] = [lists, lists, lists, cancels, cancels, cancels];

/** The gaps of a client whose runs are few. */
const severalGaps: readonly GapKey[] = [
  ...(['conflict-body', 'list-order', 'etag', 'list-compression', 'cancelled-in-list'] as const),
  ...(['cancel-again', 'cors', 'options', 'bearer-case', 'extra-fields', 'accept', 'content-type'] as const),
];

/** The same steps with twelve gaps. */
export const several: readonly Step[] = everything.map((step) => ({ ...step, gaps: severalGaps }));

/** Runs a client once. */
export function runOnce(client: SyntheticClient, run: PlannedRun): EndedRun {
  const choice = (gap: GapKey): string =>
    run.cell.gaps[gap] ?? gaps.find(({ key }) => key === gap)?.default ?? '';
  const fired: string[] = [];
  const view: View = { choice, fired, run };
  const records = recordsOf(client.steps(view), view, fired);
  return {
    run,
    outcome: plainOutcome(client.outcome(view)),
    records: [...(client.pinned ?? []), ...records],
    ms: 100,
  };
}

export function explore(client: SyntheticClient, options: PlanOptions = {}): Promise<MatrixResult> {
  const run = async (planned: PlannedRun): Promise<EndedRun> => {
    if (planned.id > 2_000) throw new Error('the exploration does not end');
    return runOnce(client, planned);
  };
  return exploreRuns(run, options);
}

function plainOutcome(kind: Outcome['kind']): Outcome {
  if (kind === 'passed') return { kind };
  return kind === 'failed' ? { kind, exit: 'exit code 1', tests: [] } : { kind, afterMs: 1_000, tests: [] };
}

function recordsOf(steps: readonly Step[], view: View, fired: string[]): readonly ExchangeRecord[] {
  const counts = new Map<string, number>();
  const records: ExchangeRecord[] = [];
  const count = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  const send = (step: Step): void => {
    const environment = step.environment ?? 'production';
    const sent = plainRecord(step, environment, count(environment), view);
    const faults = view.run.cell.faults.filter((point) => {
      const basis = faultPoints[point.kind].counts;
      if (point.operation !== step.operation) return false;
      if (basis === 'commits' && sent.cancel !== 'cancelled') return false;
      return count(`${environment} ${faultId(point)}`) === point.nth;
    });
    for (const { operation, nth, kind } of faults) fired.push(`${operation}:${nth}:${kind}`);
    records.push({ ...sent, faults: faults.map(faultId) });
    if (faults.length > 0 && step.retries === true) send(step);
  };
  for (const step of steps) send(step);
  return records;
}

function plainRecord(step: Step, environment: string, number: number, view: View): ExchangeRecord {
  const cancel = { target: '/v1/store/orders/1001', method: 'DELETE', orderId: '1001', status: 204 };
  return record(number, {
    ...{ environment, operation: step.operation, begunAt: number * 10, endedAt: number * 10 + 1 },
    ...(step.operation === 'cancelOrder' && cancel),
    gaps: Object.fromEntries((step.gaps ?? []).map((gap) => [gap, view.choice(gap)])),
    ...step.changes,
  });
}

/** The texts of the cells that were found. */
export const textsOf = (found: readonly { readonly cell: Cell }[]): readonly string[] =>
  found.map(({ cell }) => formatCell(cell));

/** A list whose response touches some gaps. */
export const list = (...touched: readonly GapKey[]): Step => ({ operation: 'listOrders', gaps: touched });

/** A client that always sends the same. */
export function client(outcome: SyntheticClient['outcome'], ...steps: readonly Step[]): SyntheticClient {
  return { steps: () => steps, outcome };
}
