import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { faultSchema } from '../../src/faults/fault-schema.ts';
import { checkSchema } from '../../src/journal-check-schema.ts';
import { scenarioChoice } from '../../src/simulator/control-api/scenario-file.ts';
import { profileFileSchema, scenarioSchema } from '../../src/simulator/scenarios/scenario-schema.ts';
import { integer } from '../../src/text/field-schemas.ts';
import type { Schema } from './section.ts';

/** Schemas that the document describes by their names. */
const named: readonly (readonly [z.ZodType, string])[] = [
  [scenarioSchema, 'InlineScenario'],
  [scenarioChoice, 'ScenarioChoice'],
  [profileFileSchema.shape.gaps.unwrap(), 'GapSettings'],
  [faultSchema, 'Fault'],
  [checkSchema, 'Check'],
];

/** Returns what a schema reads as JSON Schema. */
export function requestSchema(schema: z.ZodType): Schema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const { def } = zodSchema._zod;
      // Zod leaves out the default of a text that is transformed.
      if (def.type === 'default') jsonSchema.default = def.defaultValue as typeof jsonSchema.default;
      if (Object.is(zodSchema, integer)) Object.assign(jsonSchema, { 'x-exact': true });
      const name = named.find(([one]) => Object.is(one, zodSchema))?.[1];
      if (name === undefined) return;
      for (const key of Object.keys(jsonSchema)) delete jsonSchema[key as keyof typeof jsonSchema];
      jsonSchema.$ref = `#/components/schemas/${name}`;
    },
  });
  return json as Schema;
}

/** Replaces each part that equals a named schema of texts by a reference to it. */
export function withReferences(schema: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const { description, default: preset, ...rest } = schema;
  const name = Object.keys(schemas).find((one) => isSameText(rest, schemas[one] ?? {}));
  const own = {
    ...(description !== undefined && { description }),
    ...(preset !== undefined && { default: preset }),
  };
  if (name !== undefined) return { ...own, $ref: `#/components/schemas/${name}` };
  const inside = (one: Schema): Schema => withReferences(one, schemas);
  const { properties, items, anyOf, oneOf } = rest;
  return {
    ...own,
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, inside(one)])),
    }),
    ...(items && { items: inside(items) }),
    ...(anyOf && { anyOf: anyOf.map(inside) }),
    ...(oneOf && { oneOf: oneOf.map(inside) }),
  };
}

function isSameText(schema: Schema, { description: _, examples: __, ...component }: Schema): boolean {
  return schema.type === 'string' && Object.keys(schema).length > 1 && isDeepStrictEqual(schema, component);
}
