import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { documentNames, readDocument } from './document.ts';

test.each(documentNames)('%s.yaml is valid OpenAPI 3.1', async (name) => {
  const validator = new Validator();
  expect(await validator.validate(readDocument(name))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the OpenAPI validator rejects a document that breaks the OpenAPI schema', async () => {
  const broken = { ...readDocument('store-orders'), info: { title: 'no version' } };
  expect((await new Validator().validate(broken)).valid).toBe(false);
});
