import { writeFileSync } from 'node:fs';
import { profileJsonSchema, profileJsonSchemaFile } from '../src/simulator/scenarios/profile-schema.ts';
import { scenarioJsonSchema, scenarioJsonSchemaFile } from '../src/simulator/scenarios/scenario-schema.ts';
import { packageRoot } from '../src/version.ts';

writeFileSync(new URL(scenarioJsonSchemaFile, packageRoot), scenarioJsonSchema());
writeFileSync(new URL(profileJsonSchemaFile, packageRoot), profileJsonSchema());
