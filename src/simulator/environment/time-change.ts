import type { EnvironmentState } from './environment.ts';

/**
 * Changes an environment's clock and ships what is due. The parts of the change apply in this order. Setting the clock back does
 * not undo anything.
 *
 * @param set milliseconds since 1970
 */
export function changeClock(
  state: EnvironmentState,
  {
    frozen,
    set,
    advanceMs,
  }: { frozen?: boolean | undefined; set?: number | undefined; advanceMs?: number | undefined },
) {
  const { clock, keys, faults } = state;
  const before = clock.now();
  // What was due before is not an effect of this change.
  state.shipDue();
  const expiredKeys = idsThatEnd(() => keys.all().filter(({ expired }) => !expired));
  const endedFaults = idsThatEnd(() => faults.list().filter(({ ended }) => !ended));
  if (frozen !== undefined) clock.freeze(frozen);
  if (set !== undefined) clock.set(set);
  if (advanceMs !== undefined) clock.set(clock.now() + advanceMs);
  return {
    /** Milliseconds since 1970, as `now`. */
    before,
    now: clock.now(),
    frozen: clock.frozen,
    /** Orders that shipped because they became due. */
    shipped: state.shipDue(),
    expiredKeys: expiredKeys(),
    endedFaults: endedFaults(),
  };
}

/** Returns a function that returns the ids that are no longer among those of now. */
function idsThatEnd(current: () => readonly { readonly id: string }[]): () => readonly string[] {
  const before = current();
  return () => {
    const after = new Set(current().map(({ id }) => id));
    return before.flatMap(({ id }) => (after.has(id) ? [] : [id]));
  };
}
