import * as z from 'zod';
import { apiKey, duration, maxKeys, oneOf, smallInteger } from '../../text/field-schemas.ts';
import type { EnvironmentRequest } from '../environment/environments.ts';
import type { InitialState } from '../environment/initial-state.ts';
import { gapChoiceTexts } from '../scenarios/resolve-scenario.ts';
import { scenarioSchema } from '../scenarios/scenario-schema.ts';
import { scenarioChoice } from './scenario-file.ts';

/** Schema of an environment, as a request sends it and as a file describes it. */
export const environmentBody = z
  .strictObject({
    seed: smallInteger(0, Number.MAX_SAFE_INTEGER).optional().describe('The seed of everything random.'),
    profile: scenarioSchema.shape.profile,
    gaps: scenarioSchema.shape.gaps,
    apiKeys: z.array(apiKey).min(1).max(maxKeys).optional(),
    ttl: duration('7d', '1s')
      .optional()
      .describe("How long it exists on the machine's clock, at most 7d. Not for production and staging."),
    ttlSeconds: smallInteger(1, 7 * 86_400)
      .optional()
      .describe('`ttl` in seconds. They exclude each other.'),
    scenario: scenarioChoice.optional(),
  })
  .refine(...oneOf('ttl', 'ttlSeconds'))
  .meta({
    id: 'EnvironmentRequest',
    description: 'Omitted fields default to the settings of the simulator.',
  });

export type EnvironmentBody = z.output<typeof environmentBody>;

/** Returns the request for an environment. `initial` is the state that `body.scenario` describes. */
export function toEnvironmentRequest(
  name: string,
  body: EnvironmentBody,
  initial: InitialState,
): EnvironmentRequest {
  return {
    name,
    initial,
    seed: body.seed === undefined ? undefined : String(body.seed),
    profile: body.profile,
    gaps: gapChoiceTexts(body.gaps ?? {}),
    apiKeys: body.apiKeys,
    ttlMs: body.ttlSeconds === undefined ? body.ttl : body.ttlSeconds * 1000,
  };
}
