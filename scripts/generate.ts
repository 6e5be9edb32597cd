// Writes what is made from tables in the code: `npm run generate`.
import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import {
  observedProfileFileSchema,
  scenarioJsonSchemaFile,
  scenarioSchema,
} from '../src/simulator/scenarios/scenario-schema.ts';
import { packageRoot } from '../src/version.ts';
import { consoleForms } from './console-forms.ts';
import { controlDocumentText } from './control-document.ts';
import { controlTypesText } from './control-types.ts';
import { generatedDocs } from './generated-docs.ts';
import { jsonReportSchema } from './report-schema.ts';

/** Its address in the SchemaStore catalogue, and its name there. */
const scenario = {
  $id: 'https://json.schemastore.org/store-orders-scenario.json',
  title: 'Scenario of store-orders-sim',
};

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** A published JSON Schema (2020-12): of a file that users write, for editors, or of one that they read. */
function schemaText(schema: z.ZodType, io: 'input' | 'output', names: object = {}): string {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return json({ $schema, ...names, ...rest });
}

const control = controlDocumentText();
const files = new Map([
  [scenarioJsonSchemaFile, schemaText(scenarioSchema, 'input', scenario)],
  [
    'docs/reference/profile.schema.json',
    schemaText(observedProfileFileSchema, 'input', { title: 'Profile of store-orders-sim' }),
  ],
  ['docs/reference/report.schema.json', schemaText(jsonReportSchema, 'output')],
  ['openapi/control.yaml', control],
  ['src/control-api.ts', controlTypesText(control)],
  ['src/console/forms.json', json(consoleForms(control))],
  ...(await generatedDocs()),
]);
for (const [file, text] of files) writeFileSync(new URL(file, packageRoot), text);
