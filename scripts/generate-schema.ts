import { writeFileSync } from 'node:fs';
import { scenarioJsonSchemaFile } from '../src/simulator/scenarios/scenario-schema.ts';
import { packageRoot } from '../src/version.ts';
import { profileJsonSchema, profileJsonSchemaFile, scenarioJsonSchema } from './json-schemas.ts';

writeFileSync(new URL(scenarioJsonSchemaFile, packageRoot), scenarioJsonSchema());
writeFileSync(new URL(profileJsonSchemaFile, packageRoot), profileJsonSchema());
