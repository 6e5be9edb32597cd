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
export async function changeClock(state: EnvironmentState, change: ClockChange): Promise<ClockEffects> {
  const { clock, shipping, counts } = state;
  const before = clock.now();
  // What was due before is not an effect of this change.
  await shipping.shipDue(before, counts.lists);
  const keysBefore = new Set(validKeys(state));
  const faultsBefore = new Set(liveFaults(state));
  if (change.frozen !== undefined) clock.freeze(change.frozen);
  if (change.set !== undefined) clock.set(change.set);
  if (change.advanceMs !== undefined) clock.set(clock.now() + change.advanceMs);
  const shipped = await shipping.shipDue(clock.now(), counts.lists);
  for (const id of validKeys(state)) keysBefore.delete(id);
  for (const id of liveFaults(state)) faultsBefore.delete(id);
  return {
    before,
    now: clock.now(),
    frozen: clock.frozen,
    shipped,
    expiredKeys: [...keysBefore],
    endedFaults: [...faultsBefore],
  };
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
