import type { Fault, FaultSettings } from '../../faults/fault.ts';

/**
 * How long the fault point `slow` delays a response, in milliseconds. Longer than the time-out of a careful client; a run
 * that has a shorter `--timeout` and a client without one ends as hung.
 */
export const slowMs = 60_000;

/** A disturbance of one exchange: the `nth` of an operation in an environment since its scenario was loaded. */
export type FaultPoint = {
  readonly operation: 'cancelOrder' | 'listOrders';
  /** Counts from 1. */
  readonly nth: number;
  readonly kind: FaultPointName;
};

type FaultPointRow = {
  /** What the client sees, as a sentence for reports. */
  readonly summary: string;
  /**
   * What `nth` counts, of one operation in one environment since its scenario was loaded: its cancels that took effect, or
   * its responses with a body. Default: its exchanges.
   */
  readonly counts?: 'commits' | 'bodies';
  /** The only operation that it disturbs. What a client does about it elsewhere is the same. */
  readonly only?: FaultPoint['operation'];
  /** Whether it is what somebody else does, and not a failure. */
  readonly actor?: true;
  readonly fault: FaultSettings;
};

/** The table of fault points, most telling first. */
export const faultPoints = tableOf({
  'reset-after-commit': {
    summary: 'The order is cancelled, and the connection is reset instead of a response.',
    counts: 'commits',
    only: 'cancelOrder',
    fault: { kind: 'reset', when: 'after-commit' },
  },
  unavailable: {
    summary: 'The response is 503 with Retry-After: 1; nothing has changed.',
    fault: { kind: 'status', status: 503, body: 'html', retryAfter: 1 },
  },
  'reset-before-commit': {
    summary: 'The connection is reset before the request is handled.',
    fault: { kind: 'reset', when: 'before-commit' },
  },
  slow: {
    summary: `The response begins only after ${slowMs / 1000} seconds.`,
    fault: { kind: 'latency', delay: slowMs },
  },
  'server-error': {
    summary: 'The response is 500 with an Error body; nothing has changed.',
    fault: { kind: 'status', status: 500 },
  },
  truncated: {
    summary: 'The body ends in the middle, and the connection is closed.',
    counts: 'bodies',
    only: 'listOrders',
    fault: { kind: 'truncate' },
  },
  'rate-limited': {
    summary: 'The response is 429 with Retry-After: 1; nothing has changed.',
    only: 'listOrders',
    fault: { kind: 'status', status: 429, retryAfter: 1 },
  },
  'shipped-meanwhile': {
    summary: 'The order ships right before the cancel, which is refused.',
    only: 'cancelOrder',
    actor: true,
    fault: { kind: 'meanwhile', does: 'ship' },
  },
  'cancelled-meanwhile': {
    summary: 'Another client cancels the order right before the cancel, which is refused.',
    only: 'cancelOrder',
    actor: true,
    fault: { kind: 'meanwhile', does: 'cancel' },
  },
  'key-revoked': {
    summary: 'The key is revoked: this request and all later ones get a 401.',
    actor: true,
    fault: { kind: 'meanwhile', does: 'revoke-key' },
  },
  'order-appears': {
    summary: 'An order is placed right before the list, which shows it.',
    only: 'listOrders',
    actor: true,
    fault: { kind: 'meanwhile', does: 'place' },
  },
  'order-leaves': {
    summary: 'The last order is removed right before the list, which lacks it.',
    only: 'listOrders',
    actor: true,
    fault: { kind: 'meanwhile', does: 'remove' },
  },
});

export type FaultPointName = keyof typeof faultPoints;

/** Every fault point that disturbs the first exchange of an operation, that with which clients lose money first. */
export const firstPoints: readonly FaultPoint[] = (['cancelOrder', 'listOrders'] as const).flatMap(
  (operation) =>
    (Object.keys(faultPoints) as readonly FaultPointName[])
      .filter((kind) => [undefined, operation].includes(faultPoints[kind].only))
      .map((kind) => ({ operation, nth: 1, kind })),
);

function tableOf<Name extends string>(rows: Readonly<Record<Name, FaultPointRow>>): typeof rows {
  return rows;
}

export function isActor({ kind }: FaultPoint): boolean {
  return faultPoints[kind].actor === true;
}

/** Whether a cell is only what others do. */
export function isAct({ faults }: { readonly faults: readonly FaultPoint[] }): boolean {
  return faults.length > 0 && faults.every(isActor);
}

/** The id of the simulator's fault for a point; the records name it when it fired. */
export function faultId({ operation, nth, kind }: FaultPoint): string {
  return `matrix-${operation}-${nth}-${kind}`;
}

/**
 * The faults of the simulator for fault points: each fires once, at its `nth` match. A fault that replaces a response hides
 * the exchange from the faults after it, which would then count one too few; therefore later points are listed first.
 *
 * @example faultsOf([{ operation: 'cancelOrder', nth: 1, kind: 'reset-after-commit' }])
 */
export function faultsOf(points: readonly FaultPoint[]): readonly Fault[] {
  return points
    .toSorted((one, other) => other.nth - one.nth)
    .map((point) => ({
      ...{ id: faultId(point), operation: point.operation, every: point.nth, times: 1 },
      ...faultPoints[point.kind].fault,
    }));
}
