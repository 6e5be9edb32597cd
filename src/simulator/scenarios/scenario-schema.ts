import { z } from 'zod';
import { gaps } from '../environment/gaps/gaps.ts';
import { readGapChoice } from '../environment/gaps/read-choice.ts';
import { profileNames } from '../environment/profile-name.ts';
import { faultsSchema } from './fault-schema.ts';
import { generateSchema, instant, int64, orderSchema } from './order-schema.ts';

/** Choices to gaps by key. A bare `null` is the answer of that name: YAML reads it as nothing. */
const gapsSchema = z
  .strictObject(Object.fromEntries(gaps.map((gap) => [gap.key, gapChoice(gap)])))
  .describe('Choices to what the specification leaves open, on top of the profile; see docs/gaps.md.');

function gapChoice({ key, question, choices }: (typeof gaps)[number]) {
  return z
    .string()
    .nullable()
    .superRefine((answer, context) => {
      const reading = readGapChoice(key, String(answer));
      if (reading.kind === 'problem') context.addIssue({ code: 'custom', params: { ...reading.problem } });
    })
    .optional()
    .meta({ description: question, examples: Object.keys(choices) });
}

/** The preset of answers to the gaps. */
const profileSchema = z
  .enum(profileNames)
  .optional()
  .describe('The preset of answers to what the specification leaves open.');

const handles = z
  .record(
    z.string().regex(/^[A-Za-z][\w-]{0,63}$/, { error: 'a name like pending, of letters, digits, - and _' }),
    int64,
  )
  .optional()
  .describe('Names for order ids that tests need; an id may be one that no order has.');

const environmentName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/, { error: 'the name of an environment, like production or staging' });

/** A key can be sent as a bearer token: visible ASCII. Its text is never told in a problem. */
const apiKey = z
  .string()
  .refine((key) => /^[\x21-\x7e]{1,512}$/.test(key), {
    params: {
      what: 'an API key cannot be sent',
      expected: '1 to 512 visible ASCII characters without spaces',
    },
  })
  .meta({ pattern: '^[\\x21-\\x7e]{1,512}$' });

const apiKeys = z
  .record(environmentName, z.array(apiKey))
  .optional()
  .describe('API keys that are valid beside those of the settings, by the name of the environment.');

const clock = z
  .strictObject({
    at: instant.optional().describe("Where the environment's clock starts. Left out: the machine's time."),
    frozen: z.boolean().optional().describe('Whether the clock stands still. Left out: it runs.'),
  })
  .optional()
  .describe("The environment's clock.");

/** A scenario file: the state in which an environment starts. */
export const scenarioSchema = z
  .strictObject({
    $schema: z.string().optional().describe('For editors; not read.'),
    description: z.string().optional().describe('What the scenario is for, in one sentence.'),
    orders: z.array(orderSchema).optional().describe('The orders, in the order of the list.'),
    generate: z
      .array(generateSchema)
      .optional()
      .describe('Orders drawn from the seed; they follow `orders`.'),
    handles,
    apiKeys,
    profile: profileSchema,
    gaps: gapsSchema.optional(),
    clock,
    faults: faultsSchema
      .optional()
      .describe(
        'What is disturbed on purpose from the start; a reset goes back to them. See docs/scenarios.md.',
      ),
    pets: z
      .record(z.string(), z.unknown())
      .optional()
      .describe(
        'Bodies of the deprecated pet lookup by petId, any JSON; they show with the gap pet-lookup=stub.',
      ),
  })
  .describe(
    'A scenario of store-orders-sim: the state in which an environment starts and to which a reset returns.',
  );

/** A profile file: a preset and answers on top of it. */
export const profileFileSchema = z.strictObject({ profile: profileSchema, gaps: gapsSchema.optional() });

/** A scenario as its file holds it, checked. */
export type ScenarioFile = z.output<typeof scenarioSchema>;
/** An order as a scenario file holds it, checked. */
export type ScenarioOrder = z.output<typeof orderSchema>;
/** A block of generated orders as a scenario file holds it, checked. */
export type GenerateBlock = z.output<typeof generateSchema>;
