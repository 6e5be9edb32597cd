import { type OperationName, operationNames } from '../../operation.ts';
import type { ExchangeRecord } from '../../simulator/environment/record/run-record.ts';
import type { Cell, EndedRun, FaultPoint } from '../model.ts';
import { type FaultPointKind, faultId, faultPointKind, faultPointKinds, isActor } from './fault-points.ts';
import { exchangesOf } from './reliance.ts';

/** The kinds for the second and the third exchange: those that differ most from the same fault at the first one. */
const later = [
  { operation: 'cancelOrder', nth: 2, kind: 'reset-after-commit' },
  { operation: 'listOrders', nth: 2, kind: 'unavailable' },
  { operation: 'listOrders', nth: 3, kind: 'reset-before-commit' },
  { operation: 'cancelOrder', nth: 3, kind: 'reset-before-commit' },
  { operation: 'getPet', nth: 2, kind: 'unavailable' },
  { operation: 'postMessage', nth: 2, kind: 'reset-before-commit' },
] as const satisfies readonly FaultPoint[];

/**
 * The second fault of a cell that disturbs a retry, by the first: a lost response and then a refusal, or the same fault
 * again. The `nth` of a second commit is 1 if the first fault left nothing committed.
 */
const secondFaults: readonly { readonly first: string; readonly second: string; readonly nth: number }[] = [
  { first: 'reset-after-commit', second: 'unavailable', nth: 2 },
  { first: 'unavailable', second: 'reset-before-commit', nth: 2 },
];

/** Returns the cells that disturb the first exchange of an operation, one for each kind of fault point. */
export function firstFaultCells(baseline: readonly EndedRun[]): readonly Cell[] {
  const operations = operationsByUse(baseline);
  return operations.flatMap((operation) =>
    faultPointKinds
      .filter((row) => !isActor({ operation, nth: 1, kind: row.kind }))
      .filter((row) => disturbs(row, operation) && most(baseline, operation, row) >= 1)
      .filter((row) => row.kind !== 'rate-limited' || operation === anyOf(operations))
      .filter((row) => telling.has(row.kind) || isMain(operation, operations))
      .map(({ kind }) => faultCell({ operation, nth: 1, kind })),
  );
}

/** The kinds that are worth a run for every operation. */
const telling: ReadonlySet<string> = new Set(['unavailable', 'reset-before-commit']);

/**
 * Whether all kinds are tried for an operation: for those on orders, or else for the one that the client uses. Its time-outs
 * and what it does about a 5xx are the same for the others.
 */
function isMain(operation: OperationName, operations: readonly OperationName[]): boolean {
  const ofOrders = operations.filter((name) => name === 'cancelOrder' || name === 'listOrders');
  return ofOrders.length === 0 ? operation === operations[0] : ofOrders.some((name) => name === operation);
}

/** The operation that shows what is the same for all, such as what a client does about a 429: the list, if it is used. */
function anyOf(operations: readonly OperationName[]): OperationName | undefined {
  return operations.includes('listOrders') ? 'listOrders' : operations[0];
}

/** Returns the cells that disturb the second and the third exchange of an operation, by representative kinds. */
export function laterFaultCells(baseline: readonly EndedRun[]): readonly Cell[] {
  const operations = operationsByUse(baseline);
  return later
    .filter(
      ({ operation, nth }) => isMain(operation, operations) && (nth < 3 || operation === anyOf(operations)),
    )
    .filter(({ operation, nth, kind }) => {
      const row = faultPointKinds.find((one) => one.kind === kind);
      return row !== undefined && most(baseline, operation, row) >= nth;
    })
    .map((point) => faultCell(point));
}

/** What others do: to the first cancel, with the key before the last request that is tried, and between two lists. */
const acts = [
  { operation: 'cancelOrder', nth: 1, kind: 'shipped-meanwhile' },
  { operation: 'cancelOrder', nth: 1, kind: 'cancelled-meanwhile' },
  { operation: 'cancelOrder', nth: 1, kind: 'key-revoked' },
  { operation: 'listOrders', nth: 2, kind: 'order-appears' },
  { operation: 'listOrders', nth: 2, kind: 'order-leaves' },
] as const satisfies readonly FaultPoint[];

/** Returns the cells in which somebody else acts. */
export function actorCells(baseline: readonly EndedRun[]): readonly Cell[] {
  return acts
    .filter(({ operation, nth, kind }) => {
      const row = faultPointKind(kind);
      return row !== undefined && most(baseline, operation, row) >= nth;
    })
    .map((point) => faultCell(point));
}

/**
 * Returns the cell that disturbs the retry as well: undefined if the run shows no repeated exchange, or if another first
 * fault stands for this one.
 */
export function retryFaultCell(run: EndedRun, baseline: readonly EndedRun[]): Cell | undefined {
  const [point, ...more] = run.run.cell.faults;
  const row = secondFaults.find(({ first }) => first === point?.kind);
  if (point === undefined || row === undefined || more.length > 0 || point.nth !== 1) return undefined;
  if (!retried(run, point, baseline)) return undefined;
  return faultCell(point, { operation: point.operation, nth: row.nth, kind: row.second });
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
  const exchanges = exchangesOf(run);
  const usual = Math.max(...baseline.map((one) => countOf(exchangesOf(one), point.operation)));
  if (countOf(exchanges, point.operation) <= usual) return false;
  return exchanges.some(
    (disturbed) =>
      disturbed.faults.includes(faultId(point)) &&
      exchanges.some((next) => sameRequest(disturbed, next) && next.number > disturbed.number),
  );
}

function sameRequest(one: ExchangeRecord, other: ExchangeRecord): boolean {
  const place = one.environment === other.environment && one.state === other.state;
  return place && one.method === other.method && one.target === other.target;
}

function countOf(exchanges: readonly ExchangeRecord[], operation: OperationName): number {
  return exchanges.filter((exchange) => exchange.operation === operation).length;
}

function faultCell(...faults: readonly FaultPoint[]): Cell {
  return { gaps: {}, faults };
}

/**
 * A body that a cancel has is that of a refusal, and cutting it shows little: `truncated` is for the other operations.
 */
function disturbs(row: FaultPointKind, operation: OperationName): boolean {
  if (row.counts === 'bodies' && operation === 'cancelOrder') return false;
  return row.only === undefined || row.only === operation;
}

/** The operations that clients of orders lose money with first: cancels, then lists, then the others. */
function operationsByUse(baseline: readonly EndedRun[]): readonly OperationName[] {
  const order: readonly OperationName[] = ['cancelOrder', 'listOrders', 'postMessage', 'getPet'];
  const seen = baseline.flatMap((run) => exchangesOf(run).map(({ operation }) => operation));
  return order.filter((name) => operationNames.includes(name) && seen.includes(name));
}

/** How many exchanges that a kind can disturb one state of an environment had at most. */
function most(baseline: readonly EndedRun[], operation: OperationName, { counts }: FaultPointKind): number {
  const states = baseline.flatMap((run) => {
    const matching = exchangesOf(run).filter(
      (exchange) => exchange.operation === operation && counted(exchange, counts),
    );
    return [...Map.groupBy(matching, ({ environment, state }) => `${environment} ${state}`).values()];
  });
  return Math.max(0, ...states.map((exchanges) => exchanges.length));
}

function counted(exchange: ExchangeRecord, counts: FaultPointKind['counts']): boolean {
  if (counts === 'commits') return exchange.cancel === 'cancelled';
  return counts === 'exchanges' || exchange.bodyLength > 0;
}
