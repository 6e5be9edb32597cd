import { writeFileSync } from 'node:fs';
import { scenarioJsonSchemaFile } from '../src/simulator/scenarios/scenario-schema.ts';
import { packageRoot } from '../src/version.ts';
import { checkConfigSchema, checkConfigSchemaFile } from './check-config-schema.ts';
import { profileJsonSchema, profileJsonSchemaFile, scenarioJsonSchema } from './json-schemas.ts';

writeFileSync(new URL(scenarioJsonSchemaFile, packageRoot), scenarioJsonSchema());
writeFileSync(new URL(profileJsonSchemaFile, packageRoot), profileJsonSchema());
writeFileSync(
  new URL(checkConfigSchemaFile, packageRoot),
  `${JSON.stringify(checkConfigSchema(), undefined, 2)}\n`,
);
