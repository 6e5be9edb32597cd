import * as z from 'zod';
import { writeJson } from '../src/json/json.ts';
import { observedProfileFileSchema, scenarioSchema } from '../src/simulator/scenarios/scenario-schema.ts';

/** The address of the published schema in the SchemaStore catalogue. */
export const scenarioJsonSchemaId = 'https://json.schemastore.org/store-orders-scenario.json';

/** The JSON Schema (2020-12) of scenario files, for editors: the text of `scenarios/scenario.schema.json`. */
export function scenarioJsonSchema(): string {
  const { $schema, ...rest } = z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any' });
  return `${writeJson({ $schema, $id: scenarioJsonSchemaId, title: 'Scenario of store-orders-sim', ...rest }, 2)}\n`;
}

export const profileJsonSchemaFile = 'docs/reference/profile.schema.json';

/** The JSON Schema (2020-12) of profile files, for editors: the text of `docs/reference/profile.schema.json`. */
export function profileJsonSchema(): string {
  const schema = z.toJSONSchema(observedProfileFileSchema, { io: 'input', unrepresentable: 'any' });
  return `${writeJson({ title: 'Profile of store-orders-sim', ...schema }, 2)}\n`;
}
