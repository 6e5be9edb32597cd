import { drawFraction, drawMany } from '../draw.ts';
import type { OperationName } from '../operation.ts';
import { type Fault, kindOf } from './fault.ts';
import type { Draw, Effect, FaultStart } from './fault-kind.ts';

/** A fault of an environment and what it did so far. */
export type FaultStatus = {
  readonly id: string;
  readonly fault: Fault;
  /** Milliseconds since 1970 on the environment's clock. */
  readonly addedAt: number;
  /** When it ends by itself; undefined if it has no duration. */
  readonly endsAt: number | undefined;
  /** Whether it cannot fire any more: its time or its count is up. */
  readonly ended: boolean;
  /** How many exchanges matched. */
  readonly matched: number;
  readonly fired: number;
};

export type FaultSubject = {
  readonly operation: OperationName | undefined;
  readonly orderId: bigint | undefined;
  /** The id of the key in the request. Called only if a fault has a `key`. */
  keyId(): string | undefined;
};

/** An effect, the fault that has it, and what it did as a phrase: `waited 213 ms`. */
export type FiredFault = { readonly id: string; readonly effect: Effect; readonly did: string };

/** A fault that counts its matches and firings. */
export type LiveFault = ReturnType<typeof startFault>;

/** A fault as a value. */
export type SavedFault = Pick<FaultStatus, 'id' | 'fault' | 'addedAt' | 'matched' | 'fired'> & {
  readonly memory: readonly number[];
  /** The list of orders that it copied, if it did. */
  readonly list: unknown;
};

export function startFault(
  fault: Fault,
  id: string,
  seed: string,
  start: Omit<FaultStart, 'memory'>,
  saved?: SavedFault,
) {
  const kind = kindOf(fault);
  const firesAt = kind.firesAt(fault);
  const memory = [...(saved?.memory ?? [])];
  let list: unknown;
  const copyList = (): unknown => {
    list = saved === undefined ? start.copyList() : saved.list;
    return list;
  };
  const decide = kind.start(fault, { now: start.now, copyList, memory });
  const addedAt = saved?.addedAt ?? start.now();
  const endsAt = fault.duration === undefined ? undefined : addedAt + fault.duration;
  const times = fault.times ?? kind.times ?? Number.POSITIVE_INFINITY;
  const wanted = fault.operation ?? kind.only ?? (firesAt === 'after-commit' ? 'cancelOrder' : undefined);
  let { matched, fired } = saved ?? { matched: 0, fired: 0 };
  const ended = (): boolean => fired >= times || (endsAt !== undefined && start.now() >= endsAt);
  return {
    id,
    firesAt,
    replacesResponse: kind.replacesResponse === true && firesAt !== 'response',
    /** Whether it can fire on this exchange; counts nothing. */
    matches: (subject: FaultSubject): boolean =>
      !ended() &&
      (wanted === undefined || subject.operation === wanted) &&
      (fault.orderId === undefined || subject.orderId === fault.orderId) &&
      (fault.key === undefined || subject.keyId() === fault.key),
    /** Counts a match and decides; returns undefined if it does not fire this time. */
    fire: (): FiredFault | undefined => {
      const draw = createDraw(seed, id, ++matched);
      const effect = isDue(fault, draw, matched) ? decide(draw) : undefined;
      if (effect === undefined) return undefined;
      fired++;
      return { id, effect, did: kind.describe(effect) };
    },
    status: (): FaultStatus => ({ id, fault, addedAt, endsAt, ended: ended(), matched, fired }),
    save: (): SavedFault => ({ id, fault, addedAt, matched, fired, memory: [...memory], list }),
  };
}

function isDue({ every, probability }: Fault, draw: Draw, matched: number): boolean {
  if (every !== undefined && matched % every !== 0) return false;
  return probability === undefined || draw.fraction('probability') < probability;
}

function createDraw(seed: string, id: string, matched: number): Draw {
  const own = `${seed} fault ${id} ${matched}`;
  return {
    fraction: (label) => drawFraction(seed, 'fault', id, matched, label),
    bytes: (length) => drawMany(own, length),
    seed: own,
  };
}

/**
 * Returns the fault to add now for what is left of another one: nothing if it has ended. A stale list has no rest: the
 * orders that it shows are gone.
 */
export function remainingFault(
  { id, fault, ended, fired, endsAt }: FaultStatus,
  now: number,
): readonly Fault[] {
  if (ended || fault.kind === 'stale-list') return [];
  const times = fault.times === undefined ? {} : { times: fault.times - fired };
  const duration = endsAt === undefined ? {} : { duration: endsAt - now };
  return [{ ...fault, id, ...times, ...duration }];
}
