import type { ExchangeRecord } from '../../simulator/environment/record/run-recorder.ts';
import type { Cell, EndedRun } from '../model.ts';
import { conversationsOf, requestOf } from './conversations.ts';
import {
  type FaultPoint,
  type FaultPointName,
  faultId,
  faultPoints,
  firstPoints,
  isActor,
} from './fault-points.ts';
import { exchangesOf } from './reliance.ts';

/** The faults of the second and the third exchange: those that differ most from the same fault at the first one. */
const later: readonly FaultPoint[] = [
  { operation: 'cancelOrder', nth: 2, kind: 'reset-after-commit' },
  { operation: 'listOrders', nth: 2, kind: 'unavailable' },
  { operation: 'listOrders', nth: 3, kind: 'reset-before-commit' },
];

/** The fault of a retry by the fault before it: a lost response and then a refusal, or a refusal and then a lost request. */
const secondFaults: Partial<Record<FaultPointName, FaultPointName>> = {
  'reset-after-commit': 'unavailable',
  unavailable: 'reset-before-commit',
};

/** Returns the cells that disturb the first exchange of an operation, one for each kind of fault point. */
export function firstFaultCells(baseline: readonly EndedRun[]): readonly Cell[] {
  return occurring(
    firstPoints.filter((point) => !isActor(point)),
    baseline,
  );
}

/** Returns the cells that disturb the second and the third exchange of an operation. */
export function laterFaultCells(baseline: readonly EndedRun[]): readonly Cell[] {
  return occurring(later, baseline);
}

/** What others do: to the first cancel, with the key before the last request that is tried, and between two lists. */
const acts: readonly FaultPoint[] = [
  { operation: 'cancelOrder', nth: 1, kind: 'shipped-meanwhile' },
  { operation: 'cancelOrder', nth: 1, kind: 'cancelled-meanwhile' },
  { operation: 'cancelOrder', nth: 1, kind: 'key-revoked' },
  { operation: 'listOrders', nth: 2, kind: 'order-appears' },
  { operation: 'listOrders', nth: 2, kind: 'order-leaves' },
];

/** Returns the cells in which somebody else acts. */
export function actorCells(baseline: readonly EndedRun[]): readonly Cell[] {
  return occurring(acts, baseline);
}

/**
 * Returns the cell that disturbs the retry as well: undefined if the run shows no repeated exchange, or if another first
 * fault stands for this one.
 */
export function retryFaultCell(run: EndedRun, baseline: readonly EndedRun[]): Cell | undefined {
  const [point, ...more] = run.run.cell.faults;
  const kind = point && secondFaults[point.kind];
  if (point?.nth !== 1 || kind === undefined || more.length > 0) return undefined;
  return retried(run, point, baseline) ? faultCell(point, { ...point, nth: 2, kind }) : undefined;
}

/**
 * Whether each fault of a cell fired in a run. A hung run may have been ended inside the disturbed exchange, before it was
 * recorded.
 */
export function allFired({ run, outcome, records }: EndedRun): boolean {
  if (outcome.kind === 'hung') return true;
  const fired = new Set(records.flatMap((record) => (record.kind === 'exchange' ? record.faults : [])));
  return run.cell.faults.every((point) => fired.has(faultId(point)));
}

/** Whether the client sent the disturbed request again, and more requests of the operation than without the fault. */
function retried(run: EndedRun, point: FaultPoint, baseline: readonly EndedRun[]): boolean {
  const countIn = (one: EndedRun): number =>
    exchangesOf(one).filter(({ operation }) => operation === point.operation).length;
  if (countIn(run) <= Math.max(...baseline.map(countIn))) return false;
  return conversationsOf(run).some((all) =>
    all.some(
      (disturbed, at) =>
        disturbed.faults.includes(faultId(point)) &&
        all.slice(at + 1).some((next) => requestOf(next) === requestOf(disturbed)),
    ),
  );
}

function faultCell(...faults: readonly FaultPoint[]): Cell {
  return { gaps: {}, faults };
}

function occurring(points: readonly FaultPoint[], baseline: readonly EndedRun[]): readonly Cell[] {
  return points.filter((point) => occurs(point, baseline)).map((point) => faultCell(point));
}

/** Whether a state of an environment had as many exchanges of the kind that a point counts. */
function occurs(point: FaultPoint, baseline: readonly EndedRun[]): boolean {
  return baseline
    .flatMap(conversationsOf)
    .some((all) => all.filter((one) => isCounted(one, point)).length >= point.nth);
}

function isCounted({ operation, cancel, bodyLength }: ExchangeRecord, point: FaultPoint): boolean {
  if (operation !== point.operation) return false;
  const { counts } = faultPoints[point.kind];
  return counts === undefined || (counts === 'commits' ? cancel === 'cancelled' : bodyLength > 0);
}
