import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { packageRoot } from '../../version.ts';
import { createCatalog } from './catalog.ts';
import { scenarioJsonSchemaFile } from './scenario-schema.ts';

const published = (file: string) => JSON.parse(readFileSync(new URL(file, packageRoot), 'utf8'));
const compile = (file: string) =>
  new Ajv2020({ strict: true, validateFormats: false }).compile(published(file));
const validate = compile(scenarioJsonSchemaFile);
const validateProfile = compile('docs/reference/profile.schema.json');

test('the entry for the SchemaStore catalogue in docs/reference/scenarios.md has the identifier of the schema', () => {
  const page = readFileSync(new URL('docs/reference/scenarios.md', packageRoot), 'utf8');
  const entry = JSON.parse(/^```json\n([\s\S]*?)^```$/m.exec(page)?.[1] ?? '');
  expect(published(scenarioJsonSchemaFile)).toMatchObject({ $id: entry.url, title: entry.name });
  expect(entry.fileMatch).toContain('*.store-orders.yaml');
});

test.each(await createCatalog().entries())('$name is valid, and names the schema for editors', ({ path }) => {
  const text = readFileSync(path, 'utf8');
  expect(text.split('\n')[0]).toBe('# yaml-language-server: $schema=./scenario.schema.json');
  expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
});

test.each([
  '{ order: [] }',
  '{ orders: [{ id: 1.5 }] }',
  '{ orders: [{ status: shiped }] }',
  '{ orders: [{ id: 1, ships: { after: soon } }] }',
  '{ gaps: { conflict: error } }',
  '{ generate: [{}] }',
  '{ faults: [{ kind: latency }] }',
  '{ faults: [{ kind: latency, delay: soon }] }',
])('the schema rejects %s', (text) => {
  expect(validate(parse(text))).toBe(false);
});

test.each([
  '{ faults: [{ kind: latency, delay: 200ms }, { kind: latency, delay: 200 }] }',
  '{ faults: [{ kind: latency, delay: { min: 20ms, max: 2s } }, { kind: reset, duration: 5m }] }',
  '{ orders: [{ id: 1, ships: { after: 2h } }] }',
])('the schema accepts %s', (text) => {
  expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
});

test.each([
  ['profile: typical\ngaps: { etag: on }', true],
  ['gaps: { etga: on }', false],
  ['observed: { target: a, level: cancel, at: "2026-11-22T00:00:00Z", gaps: {} }', true],
  ['observed: { target: a, level: all, at: "2026-11-22T00:00:00Z", gaps: {} }', false],
])('the schema of profiles says of %s that it is valid: %s', (text, valid) => {
  expect(validateProfile(parse(text))).toBe(valid);
});
