import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { gapKeys } from '../../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../../src/version.ts';

type Mapping = Readonly<Record<string, unknown>>;

const documentNames = ['store-orders', 'quickstart'] as const;
const readDocument = (name: string): Mapping =>
  parse(readFileSync(new URL(`openapi/${name}.yaml`, packageRoot), 'utf8'));

/** The specification, written a second time: the documents contain this and nothing else. */
const storeOrders = readDocument('store-orders');
const quickstart = readDocument('quickstart');

const int64 = { type: 'integer', format: 'int64' };
const text = { type: 'string' };
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const errorBody = json({ $ref: '#/components/schemas/Error' });
const unauthorized = { $ref: '#/components/responses/Unauthorized' };
const bearer = { apiKey: { type: 'http', scheme: 'bearer' } };
const error = {
  type: 'object',
  required: ['code', 'message', 'status'],
  properties: { code: text, message: text, status: { type: 'integer' } },
};

test('part 4: the two operations on orders and the deprecated lookup, with their documented responses', () => {
  const order = { type: 'array', items: { $ref: '#/components/schemas/Order' } };
  expect(bare(storeOrders, '/paths')).toEqual({
    '/store/orders': {
      get: { operationId: 'listOrders', responses: { '200': json(order), '401': unauthorized } },
    },
    '/store/orders/{orderId}': {
      delete: {
        operationId: 'cancelOrder',
        parameters: [{ name: 'orderId', in: 'path', required: true, schema: int64 }],
        responses: {
          '204': {},
          '401': unauthorized,
          '404': { $ref: '#/components/responses/OrderNotFound' },
          '409': {},
        },
      },
    },
    '/pets/{petId}': {
      get: {
        deprecated: true,
        parameters: [{ name: 'petId', in: 'path', required: true, schema: {} }],
        responses: { '401': unauthorized, default: {} },
      },
    },
  });
});

test('part 2: the fields of Order, all optional and without a status, and those of Error, all required', () => {
  expect(bare(storeOrders, '/components/schemas')).toEqual({
    Order: {
      type: 'object',
      properties: {
        id: int64,
        petId: int64,
        quantity: { type: 'integer' },
        shipDate: { type: 'string', format: 'date-time' },
        complete: { type: 'boolean' },
      },
    },
    Error: error,
  });
});

test('part 5: every operation requires the API key as a bearer token', () => {
  for (const document of [storeOrders, quickstart]) {
    expect(bare(document, '/components/securitySchemes')).toEqual(bearer);
    expect(bare(document, '/security')).toEqual([{ apiKey: [] }]);
  }
});

test('part 7: the responses with an Error body', () => {
  expect(bare(storeOrders, '/components/responses')).toEqual({
    Unauthorized: errorBody,
    OrderNotFound: errorBody,
  });
});

test('parts 1 and 9: two environments whose base addresses end in /v1, and version 1.0.0', () => {
  const variable = (name: string) => ({ [name]: { default: expect.stringMatching(/^https:\/\/\S+\/v1$/) } });
  expect(bare(storeOrders, '/servers')).toEqual([
    { url: '{base_url}', variables: variable('base_url') },
    { url: '{staging_base_url}', variables: variable('staging_base_url') },
  ]);
  expect(at(storeOrders, '/info/version')).toBe('1.0.0');
});

test('part 4.4: the single request of the quickstart, on its own address', () => {
  expect(bare(quickstart, '/paths')).toEqual({
    '/messages': {
      post: {
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/NewMessage' }) },
        responses: { '2XX': json({ $ref: '#/components/schemas/Message' }), '400': {}, '401': errorBody },
      },
    },
  });
  expect(bare(quickstart, '/components/schemas')).toEqual({
    NewMessage: { type: 'object', required: ['message'], properties: { message: text } },
    Message: { type: 'object', properties: { id: text, message: text, status: text, createdAt: text } },
    Error: error,
  });
  expect(Object.keys(at(quickstart, '/servers/0/variables') as object)).toEqual(['quickstart_base_url']);
});

function bare(document: Mapping, pointer: string): unknown {
  return withoutExplanations(at(document, pointer));
}

/** Returns the value at a JSON pointer (RFC 6901), following local `$ref`s. Throws if there is none. */
function at(document: Mapping, pointer: string): unknown {
  let here: unknown = document;
  for (const token of pointer.split('/').slice(1)) {
    const key = token.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key))
      throw new Error(`nothing at ${pointer}`);
    here = followed(document, Reflect.get(here, key));
  }
  return here;
}

function followed(document: Mapping, value: unknown): unknown {
  const reference = isMapping(value) ? value.$ref : undefined;
  return typeof reference === 'string' ? at(document, reference.slice(1)) : value;
}

/** Returns the values of all keys with this name, anywhere in the document. */
function everyValueOf(key: string, value: unknown): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => everyValueOf(key, item));
  if (!isMapping(value)) return [];
  const own = Object.hasOwn(value, key) ? [value[key]] : [];
  return [...own, ...Object.values(value).flatMap((item) => everyValueOf(key, item))];
}

/** Returns a copy without descriptions, summaries and `x-` extensions. */
function withoutExplanations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExplanations);
  if (!isMapping(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, item]) => !key.startsWith('x-') && !(explanations.has(key) && typeof item === 'string'),
  );
  return Object.fromEntries(kept.map(([key, item]) => [key, withoutExplanations(item)]));
}

const explanations = new Set(['description', 'summary']);

function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

test.each(documentNames)('%s.yaml is valid OpenAPI 3.1', async (name) => {
  const validator = new Validator();
  expect(await validator.validate(readDocument(name))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

const documents = documentNames.map(readDocument);

test('every gap is marked in the documents, and every mark names a gap', () => {
  const single = everyValueOf('x-gap', documents);
  const several = everyValueOf('x-gaps', documents).flat();
  expect([...new Set([...single, ...several])].sort()).toEqual([...gapKeys].sort());
});

test('marks are at the places where the specification is silent', () => {
  expect(at(storeOrders, '/paths/~1store~1orders~1{orderId}/delete/responses/409/x-gap')).toBe(
    'conflict-body',
  );
  expect(at(storeOrders, '/paths/~1store~1orders~1{orderId}/delete/x-gap')).toBe('cancel-again');
  expect(at(storeOrders, '/components/schemas/Order/properties/shipDate/x-gap')).toBe('ship-date-form');
  expect(at(storeOrders, '/paths/~1pets~1{petId}/get/x-gaps')).toContain('pet-lookup');
  expect(at(storeOrders, '/paths/~1store~1orders/get/responses/200/x-gaps')).toContain('cancelled-in-list');
});

test('each contradiction of the specification is explained at its place', () => {
  expect(everyValueOf('x-contradiction', storeOrders)).toHaveLength(5);
  for (const place of [
    '/paths/~1store~1orders/get/responses/200',
    '/paths/~1store~1orders~1{orderId}/delete',
    '/paths/~1store~1orders~1{orderId}/delete/responses/409',
    '/paths/~1pets~1{petId}/get',
    '/components/schemas/Order/properties/shipDate',
  ]) {
    expect(at(storeOrders, `${place}/x-contradiction`)).toMatch(/\w{3}.*\.$/s);
  }
});
