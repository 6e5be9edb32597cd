import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { aResponse } from '../../../test/contract/a-response.ts';
import { documentedStatuses, type OperationId } from '../exchange.ts';
import { cancelOrder, listOrders } from '../requests.ts';
import { surveyList } from './list-survey.ts';
import { openPrism } from './prism.ts';
import { readReceived } from './received.ts';

const document = parse(
  await readFile(new URL('../../../openapi/store-orders.yaml', import.meta.url), 'utf8'),
);
const prism = await openPrism(document);
const json = ['Content-Type', 'application/json'] as const;
const isWrong = '{"code":7,"message":"m","status":404}';

type Given = {
  readonly operation?: OperationId;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
};

/** Returns what Prism finds in a response: `R08 /0/id`. */
async function foundIn(body: string, { operation = 'listOrders', status = 200, headers = [json] }: Given) {
  const request = operation === 'listOrders' ? listOrders() : cancelOrder(12n);
  const response = aResponse(body, { status, rawHeaders: headers });
  const exchange = { number: 1, request, startedAt: 0, outcome: { kind: 'responded', response } } as const;
  const received = readReceived(exchange, response, { hide: (text) => text, survey: surveyList });
  return (await prism(received)).map(({ rule, where }) => `${rule} ${where}`);
}

test.each<[string, Given, readonly string[]]>([
  ['[{"id":9223372036854775807,"shipDate":"2016-12-31T23:59:60Z"}]', {}, []],
  ['[]', { headers: [['Content-Type', 'Application/JSON;;charset=latin1']] }, []],
  ['[{"id":"x"},{"a/~b":1,"complete":0}]', {}, ['R08 /0/id', 'R08 /1/complete']],
  ['{}', {}, ['R07 ']],
  ['[7]', {}, ['R07 /0']],
  ['[{"shipDate":"soon","id":1e30}]', {}, []],
  ['[', {}, []],
  ['[]', { status: 500 }, ['R03 status']],
  ['[]', { headers: [['Content-Type', 'text/html']] }, ['R05 header Content-Type']],
  ['[]', { headers: [['Content-Type', 'text/html'], json] }, []],
  [isWrong, { operation: 'cancelOrder', status: 404 }, ['R22 /code']],
  [isWrong, { operation: 'listOrders', status: 401 }, ['R22 /code']],
  ['', { operation: 'cancelOrder', status: 204, headers: [] }, []],
])('Prism finds in %s with %j what it breaks: %j', async (body, given, expected) => {
  expect(await foundIn(body, given)).toEqual(expected);
});

test('the documented statuses are those of the OpenAPI document', () => {
  const { '/store/orders': list, '/store/orders/{orderId}': order } = document.paths;
  const statusesOf = (operation: { responses: object }) => Object.keys(operation.responses).map(Number);
  expect(documentedStatuses).toEqual({
    listOrders: statusesOf(list.get),
    cancelOrder: statusesOf(order.delete),
  });
});
