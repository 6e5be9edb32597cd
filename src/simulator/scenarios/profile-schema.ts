import * as z from 'zod';
import { profileFileSchema } from './scenario-schema.ts';

const observed = z
  .looseObject({
    target: z.string().describe('The base address, or the file with recorded traffic.'),
    level: z.enum(['observe', 'probe', 'cancel', 'race', 'passive']).describe('The level of the last check.'),
  })
  .describe(
    'Where the choices come from: written by `check --emit-profile`, read by `check --expect-profile`.',
  );

/** A profile file, perhaps with the observations that its choices come from. */
export const observedProfileFileSchema = profileFileSchema
  .extend({ observed: observed.optional() })
  .describe('A profile of store-orders-sim: a preset, and choices for gaps that override it.');
