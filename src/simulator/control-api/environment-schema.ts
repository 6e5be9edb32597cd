import * as z from 'zod';
import { apiKey, int64 } from '../../text/field-schemas.ts';
import { profileName } from '../scenarios/scenario-schema.ts';
import { clockView } from './clock-routes.ts';
import { count, timestamp } from './components.ts';

export const handles = z
  .record(z.string(), int64)
  .meta({ id: 'Handles', description: 'The order ids of a scenario by name.' });

/** The address of an environment, as `viewAddress` returns it. */
export const environmentAddress = z
  .strictObject({
    name: z.string(),
    path: z
      .string()
      .describe(
        'The path of the base address. A client that knows the address of the service puts it before.',
      ),
    baseUrl: z
      .string()
      .meta({ format: 'uri' })
      .optional()
      .describe(
        'The base address for the client that sent this request: SIM_PUBLIC_URL and the path, or the host of the request, the port of the service and the path. Omitted if the port of the service is not known.',
      ),
    baseUrlHint: z
      .string()
      .optional()
      .describe('Why the base address is omitted, or what it assumes. Omitted if it is certain.'),
  })
  .meta({ id: 'EnvironmentAddress', description: 'The address of an environment.' });

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
    expiresAt: timestamp
      .optional()
      .describe("When the environment is deleted, on the machine's clock. Only if it has a time to live."),
  })
  .meta({ id: 'EnvironmentView', description: 'An environment.' });

export const openedEnvironment = environmentView.extend({ apiKeys: z.array(apiKey) }).meta({
  id: 'OpenedEnvironmentView',
  description: 'An environment that was just created, with its API keys.',
});
