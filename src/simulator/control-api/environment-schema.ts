import * as z from 'zod';
import { apiKey, int64 } from '../../text/field-schemas.ts';
import { profileName } from '../scenarios/scenario-schema.ts';
import { clockView } from './clock-routes.ts';
import { count, text, timestamp } from './components.ts';

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
