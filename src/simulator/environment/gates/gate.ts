import type { Clock } from '../../../clock.ts';
import type { HeldRequest } from '../../../control-api.ts';

/** Which cancels a gate holds, and for how long: only a cancel has a commit to hold. */
export type GateSettings = {
  /** Default: `gate-1`, `gate-2`, … */
  readonly id?: string | undefined;
  /** Holds only cancels of this order. */
  readonly orderId?: bigint | undefined;
  /** The maximum number of requests to hold. */
  readonly count?: number | undefined;
  /** Closes this long after it was opened, in milliseconds on the machine's clock. Default: 10,000; maximum: 60,000. */
  readonly timeoutMs?: number | undefined;
};

/** The maximum number of open gates of an environment. Each cancel is compared with all of them. */
export const maxGates = 1_000;

/** A gate as a value, with its held requests, the longest waiting first. */
export type GateState = {
  readonly id: string;
  /** Differs from that of an earlier gate with the same id. */
  readonly number: number;
  readonly settings: GateSettings;
  readonly timeoutMs: number;
  /** Milliseconds since 1970 on the machine's clock. */
  readonly closesAt: number;
  readonly waiting: readonly HeldRequest[];
  /** How many requests it held so far. */
  readonly held: number;
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

export const noGates: SavedGates = { gates: [], turns: [], left: [], opened: 0, numbered: 0 };

/** Whether a gate holds a request. */
export function holds({ settings, held }: GateState, { orderId }: HeldRequest): boolean {
  const { count, orderId: only } = settings;
  return (only === undefined || only === orderId) && (count === undefined || held < count);
}

/** Returns a gate as the control API shows it. */
export function statusOf(gate: GateState, machine: Pick<Clock, 'now'>) {
  const { id, settings, timeoutMs, closesAt, waiting, held } = gate;
  const { orderId, count } = settings;
  const remainingMs = Math.min(timeoutMs, Math.max(0, closesAt - machine.now()));
  const operation = 'cancelOrder' as const;
  return { id, operation, orderId, count, timeoutMs, remainingMs, waiting, held };
}

export function without(waiting: readonly HeldRequest[], exchange: number): readonly HeldRequest[] {
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
