import { writeFileSync } from 'node:fs';
import { packageRoot } from '../src/shared/version.ts';
import { scenarioJsonSchema, scenarioJsonSchemaFile } from '../src/simulator/scenarios/scenario-schema.ts';

writeFileSync(new URL(scenarioJsonSchemaFile, packageRoot), scenarioJsonSchema());
