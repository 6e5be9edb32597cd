import { formatDateTime } from '../../text/date-time.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { OrderSegment } from '../orders/order-store.ts';
import type { ControlContext } from './control-context.ts';
import { type ServiceAddress, viewAddress } from './service-address.ts';

/** Returns every order. Orders that are due to ship are shipped first. */
export async function currentSegments(state: EnvironmentState): Promise<readonly OrderSegment[]> {
  await state.shipping.shipDue(state.clock.now(), state.counts.lists);
  return (await state.store.list()).segments;
}

/** Counts the orders of an environment by status. */
export async function countOrders(state: EnvironmentState): Promise<Readonly<Record<OrderStatus, number>>> {
  const counts = { pending: 0, shipped: 0, cancelled: 0 };
  for (const segment of await currentSegments(state)) for (const status of segment.statuses) counts[status]++;
  return counts;
}

/** Returns an environment as the control API shows it to the client of a request; undefined if it no longer exists. */
export async function viewEnvironment(
  { context, service }: { readonly context: ControlContext; readonly service: ServiceAddress },
  environment: Environment,
) {
  const { name, basePath } = environment;
  const state = await environment.read();
  if (state === undefined) return undefined;
  const expiresAt = await context.temporaryEnvironments.expiresAt(name);
  return {
    name,
    path: basePath,
    ...viewAddress(service, basePath),
    scenario: state.initial.scenario,
    seed: BigInt(state.seed),
    profile: state.choices.settings.profile,
    handles: Object.fromEntries(state.initial.handles),
    orders: await countOrders(state),
    clock: { now: formatDateTime(state.clock.now()), frozen: state.clock.frozen },
    expiresAt: expiresAt === undefined ? undefined : formatDateTime(expiresAt),
  };
}
