import { writeFileSync } from 'node:fs';
import { scenarioJsonSchema, scenarioJsonSchemaFile } from '../src/scenarios/scenario-json-schema.ts';
import { packageRoot } from '../src/version.ts';

writeFileSync(new URL(scenarioJsonSchemaFile, packageRoot), scenarioJsonSchema());
