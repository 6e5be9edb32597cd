import { packOrders } from '../orders/memory/packed-orders.ts';
import type { OrderSegment, OrderStore, PlacedOrder } from '../orders/order-store.ts';
import type { EnvironmentState } from './environment.ts';
import { remainingFault } from './faults/remaining-fault.ts';
import { gapKeys } from './gaps/gaps.ts';
import type { GapChoiceTexts, InitialState, ShipRule } from './initial-state.ts';

/**
 * The state of an environment now, as one to start from: it lists the same bytes, and what was to ship still will. API
 * keys are left out, since nobody is told their text; so are stale lists, a list lag in progress, gates and the journal.
 */
export async function takeSnapshot(state: EnvironmentState): Promise<InitialState> {
  const { initial, clock, shipping, store, choices, counts, faults } = state;
  const now = clock.now();
  await shipping.shipDue(now, counts.lists);
  const { segments } = await store.list();
  const orders = packOrders(placedIn(segments));
  return {
    scenario: initial.scenario,
    description: initial.description,
    orders,
    handles: initial.handles,
    apiKeys: new Map(),
    profile: choices.settings.profile,
    gaps: inTableOrder(choices.settings.gaps),
    clock: clock.untouched ? {} : { at: now, frozen: clock.frozen },
    ships: await rulesOfPending(shipping.upcoming(counts.lists), store),
    faults: faults.list().flatMap((status) => remainingFault(status, now)),
    pets: initial.pets,
  };
}

function* placedIn(segments: readonly OrderSegment[]): Generator<PlacedOrder> {
  for (const { orders } of segments) yield* orders;
}

async function rulesOfPending(rules: readonly ShipRule[], store: OrderStore): Promise<ShipRule[]> {
  const placed = await Promise.all(rules.map(({ orderId }) => store.get(orderId)));
  return rules.filter((_, at) => placed[at]?.status === 'pending');
}

/** So that a snapshot of a snapshot is the same text. */
function inTableOrder(choices: GapChoiceTexts): GapChoiceTexts {
  return Object.fromEntries(gapKeys.flatMap((key) => (key in choices ? [[key, choices[key]]] : [])));
}
