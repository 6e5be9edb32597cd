import * as z from 'zod';
import { apiKey, int64 } from '../../text/field-schemas.ts';
import { profileName } from '../scenarios/scenario-schema.ts';
import { clockView } from './clock-routes.ts';
import { components, count, timestamp } from './components.ts';

export const handles = z
  .record(z.string(), int64)
  .describe('The order ids of a scenario by name.')
  .register(components, { id: 'Handles' });

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
  .describe('The address of an environment.')
  .register(components, { id: 'EnvironmentAddress' });

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
  .describe('An environment.')
  .register(components, { id: 'EnvironmentView' });

export const openedEnvironment = environmentView
  .extend({ apiKeys: z.array(apiKey) })
  .describe('An environment that was just created, with its API keys.')
  .register(components, { id: 'OpenedEnvironmentView' });
