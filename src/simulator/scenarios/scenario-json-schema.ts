import { z } from 'zod';
import { writeJson } from '../../shared/json.ts';
import { scenarioSchema } from './scenario-schema.ts';

/** Where the schema is published with the package, relative to its root. */
export const scenarioJsonSchemaFile = 'scenarios/scenario.schema.json';

/** The JSON Schema (2020-12) of scenario files, for editors: the text of `scenarios/scenario.schema.json`. */
export function scenarioJsonSchema(): string {
  const schema = z.toJSONSchema(scenarioSchema, { io: 'input', unrepresentable: 'any' });
  const { $schema, ...rest } = schema;
  return `${writeJson({ $schema, title: 'Scenario of store-orders-sim', ...rest }, 2)}\n`;
}
