import { formatDateTime } from '../../shared/date-time.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { OrderSegment, PlacedOrder } from '../orders/order-store.ts';
import type { ControlParts } from './control-parts.ts';

/** How many orders there are of each status. */
export type OrderCounts = Readonly<Record<OrderStatus, number>>;

/** Every order as it is now: those whose time to ship has come are shipped. */
export async function ordersNow(state: EnvironmentState): Promise<readonly PlacedOrder[]> {
  return (await segmentsNow(state)).flatMap(({ orders }) => orders);
}

async function segmentsNow(state: EnvironmentState): Promise<readonly OrderSegment[]> {
  await state.shipping.shipDue(state.clock.now(), state.counts.lists);
  return (await state.store.list()).segments;
}

/** Counts the orders of an environment by status. */
export async function countOrders(state: EnvironmentState): Promise<OrderCounts> {
  const counts = { pending: 0, shipped: 0, cancelled: 0 };
  for (const segment of await segmentsNow(state)) for (const status of segment.statuses) counts[status]++;
  return counts;
}

/** An environment as the control API shows it. */
export async function viewEnvironment(parts: ControlParts, environment: Environment): Promise<object> {
  const { name, basePath, state } = environment;
  const expiresAt = parts.temporaryEnvironments.expiresAt(name);
  return {
    name,
    path: basePath,
    baseUrl: parts.serviceOrigin() + basePath,
    scenario: state.initial.scenario,
    seed: BigInt(state.seed),
    profile: state.choices.settings.profile,
    handles: Object.fromEntries(state.initial.handles),
    orders: await countOrders(state),
    clock: { now: formatDateTime(state.clock.now()), frozen: state.clock.frozen },
    ...(expiresAt === undefined ? {} : { expiresAt: formatDateTime(expiresAt) }),
  };
}
