import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { documentedStatuses, type OperationId } from '../exchange.ts';
import { openPrism } from './prism.ts';

const document = parse(
  await readFile(new URL('../../../openapi/store-orders.yaml', import.meta.url), 'utf8'),
);
const judgeShape = await openPrism(document);

test.each<[OperationId, number, unknown, readonly string[]]>([
  ['listOrders', 200, [{ id: 2 ** 63, shipDate: 'soon' }], []],
  ['listOrders', 200, [{ id: 'x' }, { complete: 0 }, 7], ['0/id integer', '1/complete boolean', '2 object']],
  ['listOrders', 200, {}, [' array']],
  ['listOrders', 401, { message: 'm', status: 401 }, [" required property 'code'"]],
  ['cancelOrder', 404, { code: 7, message: 'm', status: 404 }, ['code string']],
  ['cancelOrder', 401, [], [' object']],
])('Prism judges the body of %s with status %i, %j: %j', (operation, status, body, expected) => {
  const faults = judgeShape(operation, status, body);
  expect(faults.map((fault) => `${fault.path.join('/')} ${fault.expected}`)).toEqual(expected);
});

test('the documented statuses are those of the OpenAPI document', () => {
  const { '/store/orders': list, '/store/orders/{orderId}': order } = document.paths;
  const statusesOf = (operation: { responses: object }) => Object.keys(operation.responses).map(Number);
  expect(documentedStatuses).toEqual({
    listOrders: statusesOf(list.get),
    cancelOrder: statusesOf(order.delete),
  });
});
