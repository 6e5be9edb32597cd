// Writes what is made from tables in the code: `npm run generate`.
import { writeFileSync } from 'node:fs';
import { scenarioJsonSchemaFile } from '../src/simulator/scenarios/scenario-schema.ts';
import { packageRoot } from '../src/version.ts';
import { consoleForms } from './console-forms.ts';
import { controlDocumentText } from './control-document.ts';
import { controlTypesText } from './control-types.ts';
import { generatedDocs } from './generated-docs.ts';
import { profileJsonSchema, profileJsonSchemaFile, scenarioJsonSchema } from './json-schemas.ts';

const [scenario, profile] = [scenarioJsonSchema(), profileJsonSchema()];
const control = controlDocumentText();
const files = new Map([
  [scenarioJsonSchemaFile, scenario],
  [profileJsonSchemaFile, profile],
  ['openapi/control.yaml', control],
  ['src/control-api.ts', controlTypesText(control)],
  ['src/console/forms.json', `${JSON.stringify(consoleForms(control), null, 2)}\n`],
  ...(await generatedDocs()),
]);
for (const [file, text] of files) writeFileSync(new URL(file, packageRoot), text);
