import type { Clock } from '../../../clock.ts';

/** Which cancels a gate holds, and for how long. */
export type GateSettings = {
  /** Default: `gate-1`, `gate-2`, … */
  readonly id?: string | undefined;
  /** Only a cancel has a commit to hold. */
  readonly operation?: 'cancelOrder' | undefined;
  /** Holds only cancels of this order. */
  readonly orderId?: bigint | undefined;
  /** The maximum number of requests to hold. */
  readonly count?: number | undefined;
  /** Closes this long after it was opened, in milliseconds on the machine's clock. Default: 10,000; maximum: 60,000. */
  readonly timeoutMs?: number | undefined;
};

/** A held request. */
export type GateWaiter = { readonly exchange: number; readonly orderId: bigint };

/** A gate and its held requests, the longest waiting first. */
export type GateStatus = {
  readonly id: string;
  readonly operation: 'cancelOrder';
  readonly orderId: bigint | undefined;
  readonly count: number | undefined;
  readonly timeoutMs: number;
  /** Milliseconds until it closes by itself. */
  readonly remainingMs: number;
  readonly waiting: readonly GateWaiter[];
  /** How many requests it held so far. */
  readonly held: number;
};

/** The outcome of opening a gate. */
export type GateOpening =
  | { readonly kind: 'opened'; readonly gate: GateStatus }
  | { readonly kind: 'duplicate-id'; readonly id: string }
  | { readonly kind: 'too-many'; readonly most: number };

/** The maximum number of open gates of an environment. Each cancel is compared with all of them. */
export const maxGates = 1_000;

/** The outcome of a release: the exchanges in the order of their commits, which are done. */
export type GateRelease =
  | { readonly kind: 'released'; readonly exchanges: readonly number[] }
  | { readonly kind: 'no-gate' }
  | { readonly kind: 'not-waiting'; readonly exchange: number };

/** The outcome of waiting for held requests. `ended`: the gate is closed. */
export type GateWaitOutcome =
  | { readonly kind: 'reached' | 'timed-out' | 'aborted'; readonly gate: GateStatus }
  | { readonly kind: 'ended' };

/** How many held requests to wait for, and for how many milliseconds. */
export type GateWait = { readonly waiting: number; readonly timeoutMs: number };

/** A gate as a value. */
export type GateState = Pick<GateStatus, 'id' | 'timeoutMs' | 'waiting' | 'held'> & {
  readonly settings: GateSettings;
  /** Differs from that of an earlier gate with the same id. */
  readonly number: number;
  /** Milliseconds since 1970 on the machine's clock. */
  readonly closesAt: number;
};

/** All gates of a state as a value. */
export type SavedGates = {
  readonly gates: readonly GateState[];
  /** The exchanges that were released: the first one may commit. */
  readonly turns: readonly number[];
  /** The latest exchanges whose client left while they were held. */
  readonly left: readonly number[];
  /** How many gates were opened, and how many of them got an id. */
  readonly opened: number;
  readonly numbered: number;
};

/** What uses the gates of a state in this process. */
export type GateUses = {
  readonly watchers: Set<() => void>;
  /** Ends the time-out of a gate, by its number. */
  readonly timeouts: Map<number, AbortController>;
  /** The held requests of this process. */
  readonly here: Set<number>;
};

export const noGates: SavedGates = { gates: [], turns: [], left: [], opened: 0, numbered: 0 };

/** Whether a gate holds a request. */
export function holds({ settings, held }: GateState, { orderId }: GateWaiter): boolean {
  const { count, orderId: only } = settings;
  return (only === undefined || only === orderId) && (count === undefined || held < count);
}

export function statusOf(gate: GateState, machine: Pick<Clock, 'now'>): GateStatus {
  const { id, settings, timeoutMs, closesAt, waiting, held } = gate;
  const { orderId, count } = settings;
  const remainingMs = Math.min(timeoutMs, Math.max(0, closesAt - machine.now()));
  return { id, operation: 'cancelOrder', orderId, count, timeoutMs, remainingMs, waiting, held };
}

export function without(waiting: readonly GateWaiter[], exchange: number): readonly GateWaiter[] {
  return waiting.filter((one) => one.exchange !== exchange);
}

/** Whether a gate holds an exchange, or it waits for its turn. */
export function isHeld({ turns, gates }: SavedGates, exchange: number): boolean {
  return (
    turns.includes(exchange) || gates.some(({ waiting }) => waiting.some((one) => one.exchange === exchange))
  );
}

/** Returns the gates without an exchange whose client left. */
export function leave({ gates, turns, left, ...rest }: SavedGates, exchange: number): SavedGates {
  return {
    ...rest,
    gates: gates.map((one) => ({ ...one, waiting: without(one.waiting, exchange) })),
    turns: turns.filter((one) => one !== exchange),
    left: [...left.slice(-maxGates), exchange],
  };
}
