import { explore as exploreRuns, type PlanOptions } from '../../src/matrix/explore.ts';
import type { Cell, EndedRun, MatrixResult, Outcome, PlannedRun } from '../../src/matrix/model.ts';
import { formatCell } from '../../src/matrix/plan/cell.ts';
import { faultId, faultPoints } from '../../src/matrix/plan/fault-points.ts';
import type { OperationName } from '../../src/operation.ts';
import { type GapKey, gapKeys, gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import type { ExchangeRecord, PinnedRecord } from '../../src/simulator/environment/record/run-recorder.ts';

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
  readonly outcome: (view: View) => Outcome | 'passed' | 'failed' | 'hung';
  readonly pinned?: readonly PinnedRecord[];
};

/** The steps of a client that touches every gap: three exchanges of both operations, and one of each other. */
export const everything: readonly Step[] = [
  ...(['listOrders', 'listOrders', 'listOrders', 'cancelOrder', 'cancelOrder', 'cancelOrder'] as const).map(
    (operation): Step => ({
      operation,
      gaps: gapKeys,
      changes: operation === 'cancelOrder' ? { cancel: 'cancelled' } : {},
    }),
  ),
];

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
  const outcome = client.outcome(view);
  return {
    run,
    outcome: typeof outcome === 'string' ? plainOutcome(outcome) : outcome,
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

function plainOutcome(kind: 'passed' | 'failed' | 'hung'): Outcome {
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
    const record = plainRecord(step, environment, count(environment), view);
    const faults = view.run.cell.faults.filter((point) => {
      const basis = faultPoints[point.kind].counts;
      if (point.operation !== step.operation) return false;
      if (basis === 'commits' && record.cancel !== 'cancelled') return false;
      return count(`${environment} ${faultId(point)}`) === point.nth;
    });
    for (const { operation, nth, kind } of faults) fired.push(`${operation}:${nth}:${kind}`);
    records.push({ ...record, faults: faults.map(faultId) });
    if (faults.length > 0 && step.retries === true) send(step);
  };
  for (const step of steps) send(step);
  return records;
}

function plainRecord(step: Step, environment: string, number: number, view: View): ExchangeRecord {
  const cancel = step.operation === 'cancelOrder';
  return {
    kind: 'exchange',
    environment,
    state: 1,
    number,
    operation: step.operation,
    method: cancel ? 'DELETE' : 'GET',
    target: cancel ? '/v1/store/orders/1001' : '/v1/store/orders',
    orderId: cancel ? '1001' : undefined,
    begunAt: number * 10,
    endedAt: number * 10 + 1,
    status: cancel ? 204 : 200,
    end: 'answered',
    headers: [],
    body: cancel ? '' : '[]',
    bodyLength: cancel ? 0 : 2,
    cancel: undefined,
    refused: undefined,
    gaps: Object.fromEntries((step.gaps ?? []).map((gap) => [gap, view.choice(gap)])),
    faults: [],
    ...step.changes,
  };
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
