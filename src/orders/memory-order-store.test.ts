import { expect, test } from 'vitest';
import { describeOrderStore } from '../../test/conformance/order-store.ts';
import { MemoryOrderStore } from './memory-order-store.ts';

describeOrderStore('the memory store', (orders) => new MemoryOrderStore(orders));

test('refuses two orders with one id', () => {
  const twice = { order: { id: 1n }, status: 'pending' } as const;
  expect(() => new MemoryOrderStore([twice, twice])).toThrow('two orders have the id 1');
});

test('leaves the fields of a segment alone when an order in it is cancelled', async () => {
  const store = new MemoryOrderStore([{ order: { id: 1n }, status: 'pending' }]);
  const before = { ...(await store.list()).segments[0] };
  await store.cancel(1n);
  const after = (await store.list()).segments[0];
  expect(after?.fieldsRevision).toBe(before.fieldsRevision);
  expect(after?.statusRevision).not.toBe(before.statusRevision);
});
