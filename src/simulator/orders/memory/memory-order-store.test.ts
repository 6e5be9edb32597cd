import { expect, test } from 'vitest';
import { describeOrderStore } from '../../../../test/simulator/orders/order-store-conformance.ts';
import type { PlacedOrder } from '../order-store.ts';
import { MemoryOrderStore } from './memory-order-store.ts';
import { packOrders } from './packed-orders.ts';

describeOrderStore('the memory store', (orders) => new MemoryOrderStore(orders));

test('refuses two orders with one id', () => {
  const twice = { order: { id: 1n }, status: 'pending' } as const;
  expect(() => new MemoryOrderStore([twice, twice])).toThrow('two orders have the id 1');
});

test('a cancel changes the status revision of a segment, not the fields revision', async () => {
  const store = new MemoryOrderStore([{ order: { id: 1n }, status: 'pending' }]);
  const before = { ...store.list().segments[0] };
  await store.cancel(1n);
  const after = store.list().segments[0];
  expect(after?.fieldsRevision).toBe(before.fieldsRevision);
  expect(after?.statusRevision).not.toBe(before.statusRevision);
});

test('ships a pending order, and a cancelled one only with force', () => {
  const store = new MemoryOrderStore([{ order: { id: 1n }, status: 'pending' }]);
  expect(store.ship(1n)).toMatchObject({ kind: 'shipped' });
  store.put({ order: { id: 1n }, status: 'cancelled' });
  expect(store.ship(1n)).toMatchObject({ kind: 'already-cancelled' });
  expect(store.ship(1n, {})).toMatchObject({ kind: 'already-cancelled' });
  expect(store.ship(1n, { force: true })).toMatchObject({ kind: 'shipped' });
});

test('is empty without orders', () => {
  expect(new MemoryOrderStore().list().segments).toEqual([]);
});

test('replaces an order in its place, and changes the status revision only with the status', () => {
  const store = new MemoryOrderStore([
    { order: { id: 1n }, status: 'pending' },
    { order: { id: 2n }, status: 'pending' },
  ]);
  const before = store.list().segments[0]?.statusRevision;
  store.put({ order: { id: 1n, quantity: 7n }, status: 'pending' });
  const [segment] = store.list().segments;
  expect(segment?.orders.map(({ order }) => order)).toEqual([{ id: 1n, quantity: 7n }, { id: 2n }]);
  expect(segment?.statusRevision).toBe(before);
  store.put({ order: { id: 1n }, status: 'shipped' });
  expect(store.list().segments[0]?.statusRevision).not.toBe(before);
});

test('numbers changes upwards', async () => {
  const store = new MemoryOrderStore([
    { order: { id: 1n }, status: 'pending' },
    { order: { id: 2n }, status: 'pending' },
  ]);
  const first = await store.cancel(1n);
  const second = store.ship(2n);
  expect(first).toMatchObject({ kind: 'cancelled' });
  expect(second).toMatchObject({ kind: 'shipped' });
});

test('never shows a revision twice', async () => {
  const store = new MemoryOrderStore([{ order: { id: 1n }, status: 'pending' }]);
  const seen = [store.list().revision];
  const changes = [
    () => store.put({ order: { id: 1n, quantity: 1n }, status: 'pending' }),
    () => store.cancel(1n),
    () => store.put({ order: { id: 2n }, status: 'pending' }),
    () => store.remove(1n),
    () => store.put({ order: { id: 1n }, status: 'pending' }),
  ];
  for (const change of changes) {
    await change();
    seen.push(store.list().revision);
  }
  expect(seen).toEqual([...new Set(seen)].sort((one, other) => one - other));
});

test('fills a segment with 512 orders before it starts another', () => {
  const orders = Array.from({ length: 1025 }, (_, at) => ({
    order: { id: BigInt(at) },
    status: 'pending' as const,
  }));
  const { segments } = new MemoryOrderStore(orders).list();
  expect(segments.map((segment) => segment.orders.length)).toEqual([512, 512, 1]);
});

const many = Array.from({ length: 600 }, (_, at) => ({
  order: { id: BigInt(at) },
  status: 'pending' as const,
}));

test('shares the bytes of unchanged segments with every store of the same orders', async () => {
  const packed = packOrders(many);
  const [one, other] = [new MemoryOrderStore(packed), new MemoryOrderStore(packed)];
  one.put({ order: { id: 3n, quantity: 1n }, status: 'shipped' });
  one.remove(4n);
  const texts = async (store: MemoryOrderStore) => store.list().segments.map(({ text }) => text);
  expect(await texts(other)).toEqual(packed.segments);
  expect(await texts(one)).toEqual([undefined, packed.segments[1]]);
  expect(other.get(3n)).toMatchObject(many[3] ?? {});
  expect(one.list().segments.flatMap(({ orders }) => orders.length)).toEqual([511, 88]);
});

test('cancels and ships an order without unpacking it, and only in one store', async () => {
  const packed = packOrders(many);
  const [one, other] = [new MemoryOrderStore(packed), new MemoryOrderStore(packed)];
  await one.cancel(1n);
  one.ship(599n);
  expect(one.list().segments.map(({ text }) => text)).toEqual(packed.segments);
  expect([one.get(1n), one.get(599n)].map((placed) => placed?.status)).toEqual(['cancelled', 'shipped']);
  expect([other.get(1n), other.get(599n)]).toEqual([many[1], many[599]]);
  expect(packed.segments[0]?.statuses).toEqual(Array(512).fill('pending'));
});

test('changing a field of an order keeps the statuses of its neighbours', async () => {
  const store = new MemoryOrderStore(packOrders(many));
  await store.cancel(1n);
  store.put({ order: { id: 2n, quantity: 1n }, status: 'pending' });
  expect(store.get(1n)).toEqual({ ...many[1], status: 'cancelled' });
  expect(store.list().segments[0]?.statuses.slice(0, 3)).toEqual(['pending', 'cancelled', 'pending']);
});

test('forgets a removed order until it is put again', async () => {
  const store = new MemoryOrderStore(packOrders(many));
  expect(store.remove(5n)).toBe(true);
  expect(store.get(5n)).toBeUndefined();
  expect(store.remove(5n)).toBe(false);
  expect(await store.cancel(5n)).toEqual({ kind: 'unknown' });
  store.put({ order: { id: 5n }, status: 'pending' });
  const { segments } = store.list();
  expect(segments.at(-1)?.orders.at(-1)?.order.id).toBe(5n);
  expect(segments.map(({ orders }) => orders.length)).toEqual([511, 89]);
});

test('keeps the text of a segment after a cancel, and shows the new statuses', async () => {
  const store = new MemoryOrderStore(packOrders(many));
  const statuses = async () => store.list().segments.map((segment) => segment.statuses);
  const before = store.list().segments[0]?.text;
  expect((await statuses())[0]).toEqual(Array(512).fill('pending'));
  await store.cancel(1n);
  expect((await statuses())[0]).toEqual(['pending', 'cancelled', ...Array(510).fill('pending')]);
  expect(store.list().segments[0]?.text).toBe(before);
  expect(before).toBeDefined();
});

const numbered = (count: number): PlacedOrder[] =>
  Array.from({ length: count }, (_, at) => ({ order: { id: BigInt(at) }, status: 'pending' }));
const sizes = async (store: MemoryOrderStore) => store.list().segments.map(({ orders }) => orders.length);

test.each([
  [1, [2]],
  [511, [512]],
  [512, [512, 1]],
  [1_100, [512, 512, 77]],
])('adds an order after %i others, in segments of 512', async (count, after) => {
  const store = new MemoryOrderStore(numbered(count));
  store.put({ order: { id: 5_000n }, status: 'pending' });
  expect(await sizes(store)).toEqual(after);
});

test('orders without an id are added, never replaced', async () => {
  const store = new MemoryOrderStore(numbered(1));
  for (let round = 0; round < 2; round += 1) store.put({ order: {}, status: 'pending' });
  expect(await sizes(store)).toEqual([3]);
});

test('reading an unknown order does not unpack anything', () => {
  const store = new MemoryOrderStore(numbered(1_100));
  expect(store.get(5_000n)).toBeUndefined();
  expect(store.list().segments.every(({ text }) => text !== undefined)).toBe(true);
});
