import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { exactContainers, exactProperties } from '../../src/client/caller.ts';
import { packageRoot } from '../../src/version.ts';
import { type ControlDocument, controlDocument, controlDocumentText } from './document.ts';
import { controlApiTypes, exactIntegers } from './types.ts';

const document = controlDocument();
const read = (file: string): string => readFileSync(new URL(file, packageRoot), 'utf8');
const file = read('src/control-api.ts');

/** The document with one schema changed. */
function withSchema(name: string, change: (schema: object) => object): ControlDocument {
  const { components } = document;
  const schemas = { ...components.schemas, [name]: change(components.schemas[name] ?? {}) };
  return { ...document, components: { ...components, schemas } };
}

test('openapi/control.yaml is current: `npm run generate` writes it', () => {
  expect(read('openapi/control.yaml')).toBe(controlDocumentText());
});

test('the types of the client are those of openapi/control.yaml: `npm run generate` writes them', () => {
  expect(file).toBe(controlApiTypes(document));
});

test('the client reads exactly those integers as bigint whose type is bigint', () => {
  expect({ properties: exactProperties, containers: exactContainers }).toEqual(exactIntegers(document));
});

test.each([
  ['a field more', 'Exchange', (schema: object) => addProperty(schema, 'planted', { type: 'string' })],
  ['a field less', 'Gate', (schema: object) => addProperty(schema, 'held', undefined)],
  ['a value more', 'OrderStatus', (schema: object) => ({ ...schema, enum: ['pending', 'lost'] })],
])('a document with %s makes other types', (_what, name, change) => {
  expect(controlApiTypes(withSchema(name, change))).not.toBe(file);
});

test('a name of an integer that is exact in one place and small in another is refused', () => {
  const changed = withSchema('Body', (schema) => addProperty(schema, 'orderId', { type: 'integer' }));
  expect(() => exactIntegers(changed)).toThrow('both exact and small integers: orderId');
});

function addProperty(schema: object, name: string, property: object | undefined): object {
  const { properties } = schema as { readonly properties: Readonly<Record<string, object>> };
  const changed = Object.entries({ ...properties, [name]: property }).filter(([, one]) => one !== undefined);
  return { ...schema, properties: Object.fromEntries(changed) };
}
