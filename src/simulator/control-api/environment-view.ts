import * as z from 'zod';
import { formatDateTime } from '../../text/date-time.ts';
import { apiKey, int64 } from '../../text/field-schemas.ts';
import { basePathOf, type Environment } from '../environment/environment.ts';
import { type EnvironmentSummary, summarize } from '../environment/summary.ts';
import { profileName } from '../scenarios/scenario-schema.ts';
import { clockView } from './clock-routes.ts';
import { count, formatTime, text, timestamp } from './components.ts';
import type { ControlContext } from './control-context.ts';
import { type ServiceAddress, viewAddress } from './service-address.ts';

export const handles = z
  .record(z.string(), int64)
  .meta({ id: 'Handles', description: 'The order ids of a scenario by name.' });

/** The address of an environment, as `viewAddress` returns it. */
export const environmentAddress = z
  .strictObject({
    name: z.string(),
    path: text('The path of the base address.'),
    baseUrl: text('The base address. Omitted if the port of the service is not known.')
      .meta({ format: 'uri' })
      .optional(),
    baseUrlHint: text('Why `baseUrl` is omitted, or what it assumes.').optional(),
  })
  .meta({ id: 'EnvironmentAddress' });

/** An environment, as `viewEnvironment` returns it. */
export const environmentView = environmentAddress
  .extend({
    scenario: z.string(),
    seed: count,
    profile: profileName,
    handles,
    orders: z
      .strictObject({ pending: count, shipped: count, cancelled: count })
      .describe('The number of orders by status.'),
    clock: clockView,
    expiresAt: timestamp.optional().describe("When its time to live ends, on the machine's clock."),
  })
  .meta({ id: 'EnvironmentView' });

export const openedEnvironment = environmentView
  .extend({ apiKeys: z.array(apiKey) })
  .meta({ id: 'OpenedEnvironmentView' });

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
