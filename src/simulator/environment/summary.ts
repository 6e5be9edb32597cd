import type { SavedClock } from '../../clock.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { Environment, EnvironmentState } from './environment.ts';
import type { ProfileName } from './gaps/gap.ts';

/** What the list of environments shows of one, also of one that another process owns. */
export type EnvironmentSummary = {
  readonly name: string;
  readonly scenario: string;
  readonly seed: string;
  readonly profile: ProfileName;
  readonly handles: ReadonlyMap<string, bigint>;
  readonly orders: Readonly<Record<OrderStatus, number>>;
  readonly clock: SavedClock;
  /** Milliseconds since 1970 on the machine's clock; undefined if the environment does not end by itself. */
  readonly expiresAt: number | undefined;
};

export function summarize({ name, settings, state }: Environment): EnvironmentSummary {
  const { initial, seed, choices, clock } = state;
  return {
    name,
    scenario: initial.scenario,
    seed,
    profile: choices.settings.profile,
    handles: initial.handles,
    orders: countByStatus(state),
    clock: clock.saved,
    expiresAt: settings.endsAt,
  };
}

export function countByStatus(state: EnvironmentState): Readonly<Record<OrderStatus, number>> {
  const counts = { pending: 0, shipped: 0, cancelled: 0 };
  for (const { status } of state.store.list().orders) counts[status]++;
  return counts;
}
