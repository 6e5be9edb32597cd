import { formatDateTime } from '../../text/date-time.ts';
import { basePathOf, type Environment } from '../environment/environment.ts';
import { type EnvironmentSummary, summarize } from '../environment/summary.ts';
import { formatTime } from './components.ts';
import type { ControlContext } from './control-context.ts';
import { type ServiceAddress, viewAddress } from './service-address.ts';

type ViewRequest = { readonly context: ControlContext; readonly service: ServiceAddress };

/** Returns an environment as the control API shows it to the client of a request. */
export function viewEnvironment(request: ViewRequest, environment: Environment) {
  environment.state.shipDue();
  return viewSummary(request, summarize(environment));
}

export function viewSummary({ context, service }: ViewRequest, summary: EnvironmentSummary) {
  const { name, scenario, seed, profile, handles, orders, clock, expiresAt } = summary;
  const path = basePathOf(name);
  const now = clock.frozenAt ?? context.machine.now() + clock.offset;
  return {
    ...{ name, path, ...viewAddress(service, path), scenario, seed: BigInt(seed), profile },
    handles: Object.fromEntries(handles),
    orders,
    clock: { now: formatDateTime(now), frozen: clock.frozenAt !== undefined },
    expiresAt: formatTime(expiresAt),
  };
}
