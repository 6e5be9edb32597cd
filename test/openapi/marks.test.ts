import { expect, test } from 'vitest';
import { gapKeys } from '../../src/simulator/environment/gaps/gaps.ts';
import { at, documentNames, everyValueOf, readDocument } from './document.ts';

const documents = documentNames.map(readDocument);
const storeOrders = readDocument('store-orders');

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
