import type { EnvironmentState } from './environment.ts';

/** A change of an environment's clock. Its parts apply in this order. */
export type ClockChange = {
  readonly frozen?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly set?: number | undefined;
  readonly advanceMs?: number | undefined;
};

/** The effects of a change of the clock. */
export type ClockEffects = {
  /** Milliseconds since 1970, before and after. */
  readonly before: number;
  readonly now: number;
  readonly frozen: boolean;
  /** Orders that shipped because they became due. */
  readonly shipped: readonly bigint[];
  /** Ids of the API keys that expired. */
  readonly expiredKeys: readonly string[];
  /** Ids of the faults that ended. */
  readonly endedFaults: readonly string[];
};

/** Changes an environment's clock and ships what is due. Setting the clock back does not undo anything. */
export function changeClock(state: EnvironmentState, change: ClockChange): ClockEffects {
  const { shipping, counts } = state;
  // What was due before is not an effect of this change.
  shipping.shipDue(state.clock.now(), counts.lists);
  const { before, now, frozen, ...ended } = changeParts(state, change);
  const shipped = shipping.shipDue(now, counts.lists);
  return { before, now, frozen, shipped, ...ended };
}

function changeParts(parts: EnvironmentState, change: ClockChange): Omit<ClockEffects, 'shipped'> {
  const { clock } = parts;
  const before = clock.now();
  const keysBefore = new Set(validKeys(parts));
  const faultsBefore = new Set(liveFaults(parts));
  if (change.frozen !== undefined) clock.freeze(change.frozen);
  if (change.set !== undefined) clock.set(change.set);
  if (change.advanceMs !== undefined) clock.set(clock.now() + change.advanceMs);
  for (const id of validKeys(parts)) keysBefore.delete(id);
  for (const id of liveFaults(parts)) faultsBefore.delete(id);
  const { frozen } = clock;
  return { before, now: clock.now(), frozen, expiredKeys: [...keysBefore], endedFaults: [...faultsBefore] };
}

function validKeys({ keys }: EnvironmentState): readonly string[] {
  return keys
    .all()
    .filter(({ expired }) => !expired)
    .map(({ id }) => id);
}

function liveFaults({ faults }: EnvironmentState): readonly string[] {
  return faults
    .list()
    .filter(({ ended }) => !ended)
    .map(({ id }) => id);
}
