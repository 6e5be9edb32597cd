import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { profileJsonSchemaFile } from '../../../scripts/json-schemas.ts';
import { packageRoot } from '../../version.ts';

const published = readFileSync(new URL(profileJsonSchemaFile, packageRoot), 'utf8');
const validate = new Ajv2020({ strict: true, validateFormats: false }).compile(JSON.parse(published));

test.each([
  ['profile: typical\ngaps: { etag: on }', true],
  ['gaps: { etga: on }', false],
  ['observed: { target: a, level: cancel, at: "2026-11-22T00:00:00Z", gaps: {} }', true],
  ['observed: { target: a, level: all, at: "2026-11-22T00:00:00Z", gaps: {} }', false],
])('%s is valid: %s', (text, valid) => {
  expect(validate(parse(text))).toBe(valid);
});
