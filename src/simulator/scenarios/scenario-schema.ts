import * as z from 'zod';
import { faultsSchema } from '../../faults/fault-schema.ts';
import { apiKey, instant, int64 } from '../../text/field-schemas.ts';
import { profileNames } from '../environment/gaps/gap.ts';
import { gaps } from '../environment/gaps/gaps.ts';
import { readGapChoice } from '../environment/gaps/read-choice.ts';
import { generateSchema, orderSchema } from './order-schema.ts';

/** Choices for gaps by key. A bare `null`, which YAML reads as nothing, is the choice of that name. */
const gapsSchema = z
  .strictObject(Object.fromEntries(gaps.map((gap) => [gap.key, gapChoice(gap)])))
  .describe(
    'Choices for the gaps of the specification. They override the profile. See docs/reference/gaps.md.',
  );

function gapChoice({ key, question, choices }: (typeof gaps)[number]) {
  return z
    .string()
    .nullable()
    .superRefine((choice, context) => {
      const reading = readGapChoice(key, String(choice));
      if (reading.kind === 'problem') context.addIssue({ code: 'custom', params: { ...reading.problem } });
    })
    .optional()
    .meta({ description: question, examples: Object.keys(choices) });
}

export const profileName = z
  .enum(profileNames)
  .meta({ id: 'ProfileName', description: 'A preset of gap choices.' });

const profileSchema = profileName.optional().describe('The preset of choices for the gaps.');

const handles = z
  .record(
    z.string().regex(/^[A-Za-z][\w-]{0,63}$/, { error: 'a name like pending, of letters, digits, - and _' }),
    int64,
  )
  .optional()
  .describe('Names for order ids that tests need. An id need not belong to an order.');

const environmentName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'the name of an environment, like production or staging' });

const apiKeys = z
  .record(environmentName, z.array(apiKey))
  .optional()
  .describe(
    'Additional valid API keys, by the name of the environment. The keys of the settings stay valid.',
  );

const clock = z
  .strictObject({
    at: instant
      .optional()
      .describe("The start time of the environment's clock. Default: the time of the machine."),
    frozen: z.boolean().optional().describe('Whether the clock is stopped. Default: false.'),
  })
  .optional()
  .describe("The environment's clock.");

/** A scenario file: the state in which an environment starts. */
export const scenarioSchema = z
  .strictObject(
    {
      $schema: z.string().optional().describe('For editors. Ignored.'),
      description: z.string().optional().describe('The purpose of the scenario in one sentence.'),
      orders: z.array(orderSchema).optional().describe('The orders, in the order of the list.'),
      generate: z
        .array(generateSchema)
        .optional()
        .describe('Orders generated from the seed. They follow `orders`.'),
      handles,
      apiKeys,
      profile: profileSchema,
      gaps: gapsSchema.optional(),
      clock,
      faults: faultsSchema
        .optional()
        .describe(
          'Faults that are injected from the start. A reset returns to them. See docs/reference/faults.md.',
        ),
      pets: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(
          'Bodies of the deprecated pet lookup by petId: any JSON. Used with the gap choice pet-lookup=stub.',
        ),
    },
    {
      error: ({ input }) => (Array.isArray(input) ? 'a mapping; put the orders under `orders:`' : undefined),
    },
  )
  .describe(
    'A scenario of store-orders-sim: the state in which an environment starts and to which a reset returns.',
  );

/** A profile file: a preset, and choices that override it. */
export const profileFileSchema: z.ZodObject<{
  profile: typeof profileSchema;
  gaps: z.ZodOptional<typeof gapsSchema>;
}> = z.strictObject({ profile: profileSchema, gaps: gapsSchema.optional() });

/** What a cell of `matrix` imposes: choices, and faults as a scenario has them. */
export const cellSchema = z.strictObject({ gaps: gapsSchema.optional(), faults: faultsSchema.optional() });

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

export type ScenarioFile = z.output<typeof scenarioSchema>;
export type ScenarioOrder = z.output<typeof orderSchema>;
/** A block of generated orders in a scenario file, checked. */
export type GenerateBlock = z.output<typeof generateSchema>;

/** The path of the published schema in the package. */
export const scenarioJsonSchemaFile = 'scenarios/scenario.schema.json';
