import * as z from 'zod';
import { dateTime, wholeNumber } from '../../text/field-schemas.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { profileFileSchema } from './scenario-schema.ts';

const evidence = z
  .strictObject({
    observed: z.string(),
    shown_by: z
      .string()
      .describe('The first request that showed it, and its status: GET /store/orders → 200.'),
    at: dateTime.optional().describe('Earlier versions wrote it.'),
    times: wholeNumber(1, 1_000_000_000).describe('How many exchanges showed it.'),
  })
  .describe('What exchanges showed.');

const observedGap = z.strictObject({
  choice: z
    .string()
    .describe(
      'The choice, unknown if several agree with what was observed, or inconsistent if none does. It has no effect: that in gaps does.',
    ),
  why: z.string().optional().describe('Why no choice is known.'),
  evidence: z.array(evidence),
});

const observed = z
  .strictObject({
    target: z.string().describe('The base address, or the file with recorded traffic.'),
    level: z.enum(['observe', 'probe', 'cancel', 'race', 'passive']).describe('The level of the last check.'),
    at: dateTime.optional().describe('Earlier versions wrote it.'),
    gaps: z
      .strictObject(Object.fromEntries(gaps.map(({ key }) => [key, observedGap.optional()])))
      .describe('What was observed, by gap. The other gaps were not observed.'),
  })
  .describe(
    'Where the choices come from: written by `check --emit-profile`, read by `check --expect-profile`.',
  );

/** A profile file, perhaps with the observations that its choices come from. */
export const observedProfileFileSchema = profileFileSchema
  .extend({ observed: observed.optional() })
  .describe('A profile of store-orders-sim: a preset, and choices for gaps that override it.');
