import { expect, test } from 'vitest';
import { type OperationName, operationOf, type PathName } from './operation.ts';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'get', ''];
const known: Readonly<Record<PathName, Readonly<Record<string, OperationName>>>> = {
  orders: { GET: 'listOrders', HEAD: 'listOrders' },
  order: { DELETE: 'cancelOrder' },
  pet: { GET: 'getPet', HEAD: 'getPet' },
  messages: { POST: 'postMessage' },
};

test.each(Object.entries(known))(
  'the path %s has its operations with these methods and no other',
  (path, operations) => {
    for (const method of methods) expect(operationOf(path as PathName, method)).toBe(operations[method]);
  },
);

test('a target without a path has no operation', () => {
  for (const method of methods) expect(operationOf(undefined, method)).toBeUndefined();
});
