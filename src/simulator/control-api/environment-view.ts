import { formatDateTime } from '../../text/date-time.ts';
import type { Environment, EnvironmentState } from '../environment/environment.ts';
import type { OrderStatus } from '../orders/order.ts';
import type { OrderSegment } from '../orders/order-store.ts';
import type { ControlContext } from './control-context.ts';
import { type ServiceAddress, viewAddress } from './service-address.ts';

/** Returns every order. Orders that are due to ship are shipped first. */
export function currentSegments(state: EnvironmentState): readonly OrderSegment[] {
  state.shipping.shipDue(state.clock.now(), state.counts.lists);
  return state.store.list().segments;
}

export function countOrders(state: EnvironmentState): Readonly<Record<OrderStatus, number>> {
  const counts = { pending: 0, shipped: 0, cancelled: 0 };
  for (const segment of currentSegments(state)) for (const status of segment.statuses) counts[status]++;
  return counts;
}

/** Returns an environment as the control API shows it to the client of a request. */
export function viewEnvironment(
  { context, service }: { readonly context: ControlContext; readonly service: ServiceAddress },
  environment: Environment,
) {
  const { name, basePath } = environment;
  const { state } = environment;
  const expiresAt = context.temporaryEnvironments.expiresAt(name);
  return {
    name,
    path: basePath,
    ...viewAddress(service, basePath),
    scenario: state.initial.scenario,
    seed: BigInt(state.seed),
    profile: state.choices.settings.profile,
    handles: Object.fromEntries(state.initial.handles),
    orders: countOrders(state),
    clock: { now: formatDateTime(state.clock.now()), frozen: state.clock.frozen },
    expiresAt: expiresAt === undefined ? undefined : formatDateTime(expiresAt),
  };
}
