import { remainingFault } from '../../faults/live-fault.ts';
import type { EnvironmentState } from './environment.ts';
import type { InitialState } from './initial-state.ts';

/**
 * Returns the current state of an environment as an initial state: its list has the same bytes, and orders that are still
 * to ship will ship. It has no API keys, whose text is secret, no stale lists, no list lag, no holds and no journal. It has no faults and no choices of `matrix`.
 */
export function takeSnapshot(state: EnvironmentState): InitialState {
  const { initial, clock, shipping, store, choices, counts, faults } = state;
  const { profile, profileChosen, imposed, gaps } = choices.settings;
  const now = clock.now();
  state.shipDue();
  return {
    scenario: initial.scenario,
    description: initial.description,
    orders: [...store.list().orders],
    handles: initial.handles,
    apiKeys: new Map(),
    // In a run of `matrix`, a profile that nobody chose is not in the file, which would otherwise choose it.
    ...((imposed === undefined || profileChosen === true) && { profile }),
    gaps,
    clock: clock.untouched ? {} : { at: now, frozen: clock.frozen },
    ships: shipping.upcoming(counts.lists).filter(({ orderId }) => store.get(orderId)?.status === 'pending'),
    faults: faults.list().flatMap((status) => remainingFault(status, now)),
    pets: initial.pets,
  };
}
