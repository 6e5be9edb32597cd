import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { at, documentNames, readDocument, withoutExplanations } from './document.ts';

const ajv = new Ajv2020();
addFormats.default(ajv);
ajv.addVocabulary(['x-gap', 'x-gaps', 'x-contradiction']);
// Ajv resolves a schema through its document, whose other keys it does not know.
ajv.addVocabulary(['openapi', 'jsonSchemaDialect', 'info', 'servers', 'security', 'paths', 'components']);
ajv.addSchema(readDocument('store-orders'), 'store-orders');
ajv.addSchema(readDocument('quickstart'), 'quickstart');

const list = 'store-orders#/paths/~1store~1orders/get/responses/200/content/application~1json/schema';
const error = 'store-orders#/components/schemas/Error';
const newMessage = 'quickstart#/components/schemas/NewMessage';
const message = 'quickstart#/components/schemas/Message';

const order = { id: 1, petId: 2, quantity: 3, shipDate: '2026-01-20T10:00:00Z', complete: true };
const refusal = { code: 'order_not_found', message: 'There is no such order.', status: 404 };
const queued = { id: 'm1', message: 'hello', status: 'queued', createdAt: '2026-01-20T10:00:00Z' };

test.each([
  ['a list without orders', list, []],
  ['a list of an order with every field', list, [order]],
  ['a list of an order with no field', list, [{}]],
  ['an Order with a sixth field', list, [{ ...order, x_note: 'new' }]],
  ['negative integers', list, [{ id: -1, petId: -2, quantity: -3 }]],
  ['a shipDate with a fraction and an offset', list, [{ shipDate: '2026-01-20T10:00:00.123+01:00' }]],
  ['an Error with its three fields', error, refusal],
  ['an Error with a fourth field', error, { ...refusal, x_trace: 'abc' }],
  ['a message to send', newMessage, { message: '' }],
  ['a queued message', message, queued],
  ['a success response without fields', message, {}],
])('the documents allow %s', (_what, schema, body) => {
  expect(problems(schema, body)).toEqual([]);
});

test.each([
  ['an object instead of the list', list, { orders: [] }, '', 'type'],
  ['null instead of an order', list, [null], '/0', 'type'],
  ['a string as id', list, [{ id: '1' }], '/0/id', 'type'],
  ['a fraction as id', list, [{ id: 1.5 }], '/0/id', 'type'],
  ['null as id', list, [{ id: null }], '/0/id', 'type'],
  ['a string as petId', list, [{ petId: '2' }], '/0/petId', 'type'],
  ['a fraction as quantity', list, [{ quantity: 0.5 }], '/0/quantity', 'type'],
  ['a number as shipDate', list, [{ shipDate: 1768903200 }], '/0/shipDate', 'type'],
  ['a date without a time', list, [{ shipDate: '2026-01-20' }], '/0/shipDate', 'format'],
  ['a date-time without a zone', list, [{ shipDate: '2026-01-20T10:00:00' }], '/0/shipDate', 'format'],
  ['a string as complete', list, [{ complete: 'true' }], '/0/complete', 'type'],
  ['an Error without code', error, { message: '', status: 404 }, '', 'required'],
  ['an Error without message', error, { code: '', status: 404 }, '', 'required'],
  ['an Error without status', error, { code: '', message: '' }, '', 'required'],
  ['a number as code', error, { ...refusal, code: 404 }, '/code', 'type'],
  ['null as message', error, { ...refusal, message: null }, '/message', 'type'],
  ['a string as status', error, { ...refusal, status: '404' }, '/status', 'type'],
  ['a string instead of an Error', error, 'not found', '', 'type'],
  ['a message without message', newMessage, {}, '', 'required'],
  ['a number as message', newMessage, { message: 1 }, '/message', 'type'],
  ['a number as the id of a message', message, { ...queued, id: 1 }, '/id', 'type'],
])('the documents reject %s', (_what, schema, body, where, keyword) => {
  expect(problems(schema, body)).toEqual([`${where} ${keyword}`]);
});

test('both documents describe the same Error', () => {
  const [one, other] = documentNames.map((name) => at(readDocument(name), '/components/schemas/Error'));
  expect(withoutExplanations(other)).toEqual(withoutExplanations(one));
});

function problems(schema: string, body: unknown): string[] {
  const validate = ajv.getSchema(schema);
  if (validate === undefined) throw new Error(`no schema ${schema}`);
  validate(body);
  return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}
