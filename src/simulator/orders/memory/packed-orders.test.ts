import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestInt64, smallestInt64 } from '../../../order-id.ts';
import { isUtcSeconds, orderStatuses } from '../order.ts';
import { ordersOf, type PlacedOrder } from '../order-store.ts';
import { MemoryOrderStore } from './memory-order-store.ts';
import { orderText } from './order-text.ts';
import {
  buffersOf,
  copyList,
  copyOrders,
  OrderPacker,
  PackedOrders,
  packOrders,
  unpackOrder,
} from './packed-orders.ts';

const int64 = fc.bigInt(smallestInt64, largestInt64);
const fields = fc.record(
  {
    petId: int64,
    quantity: fc.bigInt(),
    shipDate: fc.oneof(fc.string({ unit: 'binary' }), fc.constant('2026-01-20T10:00:00Z')),
    complete: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const orders: fc.Arbitrary<readonly PlacedOrder[]> = fc
  .uniqueArray(fc.tuple(fc.option(int64, { nil: undefined }), fields, fc.constantFrom(...orderStatuses)), {
    selector: ([id], at = Symbol('no id')) => id ?? at,
    maxLength: 20,
  })
  .map((all) =>
    all.map(([id, rest, status]) => ({ order: id === undefined ? rest : { id, ...rest }, status })),
  );

test('returns the packed orders, and finds every id', () => {
  fc.assert(
    fc.property(orders, (placed) => {
      const packed = packOrders(placed);
      expect([...packed]).toStrictEqual(placed);
      expect(packed.count).toBe(placed.length);
      for (const { order } of placed)
        if (order.id !== undefined)
          expect(packed.positionOf(order.id)).toBe(placed.findIndex((one) => one.order === order));
    }),
  );
});

test('returns each order by its index', () => {
  fc.assert(
    fc.property(orders, (placed) => {
      for (const segment of packOrders(placed).segments)
        expect(placed.map((_, at) => unpackOrder(segment, at))).toStrictEqual(
          placed.map(({ order }) => order),
        );
    }),
  );
});

test('refuses an index out of range', () => {
  const [segment] = packOrders([{ order: { id: 1n }, status: 'pending' }]).segments;
  if (segment === undefined) throw new Error('nothing was packed');
  for (const at of [-1, 1]) expect(() => unpackOrder(segment, at)).toThrow(`there is no order at ${at} of 1`);
});

test('the text of a segment is that of its orders, each after a comma', () => {
  fc.assert(
    fc.property(orders, (placed) => {
      const text = packOrders(placed)
        .segments.map(({ bytes }) => bytes.toString())
        .join('');
      expect(text).toBe(placed.map(({ order }) => `,${orderText(order)}`).join(''));
    }),
  );
});

test('writes an order as JSON', () => {
  const order = {
    id: -9007199254740993n,
    petId: 0n,
    quantity: 10n ** 30n,
    shipDate: 'a"\\é',
    complete: false,
  };
  expect(orderText(order)).toBe(
    '{"id":-9007199254740993,"petId":0,"quantity":1000000000000000000000000000000,"shipDate":"a\\"\\\\é","complete":false}',
  );
  expect(orderText({})).toBe('{}');
});

test('fills each segment with 512 orders, and finds each order', () => {
  const placed = Array.from({ length: 1300 }, (_, at) => ({
    order: { id: BigInt(at) },
    status: 'pending' as const,
  }));
  const packed = packOrders(placed);
  expect(packed.segments.map(({ statuses }) => statuses.length)).toEqual([512, 512, 276]);
  expect([0n, 511n, 512n, 1299n, 1300n].map((id) => packed.positionOf(id))).toEqual([
    0,
    511,
    512,
    1299,
    undefined,
  ]);
  expect([...packed]).toEqual(placed);
});

test('a segment shows whether all its ship dates are in UTC and whole seconds', () => {
  const utcSeconds = (...shipDates: string[]): (boolean | undefined)[] =>
    packOrders(shipDates.map((shipDate) => ({ order: { shipDate }, status: 'pending' }))).segments.map(
      (segment) => segment.utcSeconds,
    );
  expect(utcSeconds('2026-01-20T10:00:00Z', '2026-01-20T10:00:01Z')).toEqual([true]);
  expect(utcSeconds('2026-01-20T10:00:00Z', '2026-01-20T10:00:00.0Z')).toEqual([false]);
  expect(utcSeconds(...Array(512).fill('2026-01-20T10:00:00+00:00'), '2026-01-20T10:00:00Z')).toEqual([
    false,
    true,
  ]);
  expect(isUtcSeconds('2026-01-20t10:00:00z')).toBe(false);
  expect(packOrders([{ order: {}, status: 'pending' }]).segments[0]?.utcSeconds).toBe(true);
});

test('refuses two orders with one id', () => {
  const one = { order: { id: 7n }, status: 'pending' } as const;
  expect(() => packOrders([one, { order: {}, status: 'pending' }, one])).toThrow('two orders have the id 7');
});

test('packs orders of any length', () => {
  const placed = [1n, 2n].map((id) => ({
    order: { id, quantity: 10n ** 200_000n },
    status: 'shipped' as const,
  }));
  expect([...packOrders(placed)].map(({ order }) => order.quantity === 10n ** 200_000n)).toEqual([
    true,
    true,
  ]);
});

test('packs no orders', () => {
  expect(packOrders([])).toBeInstanceOf(PackedOrders);
  expect([...packOrders([])]).toEqual([]);
});

test('packs an order that just fills the buffer, and the next one', () => {
  for (let length = 4_060; length < 4_100; length += 1) {
    const placed = ['x'.repeat(length), 'next'].map((shipDate) => ({
      order: { shipDate },
      status: 'pending' as const,
    }));
    expect([...packOrders(placed)]).toEqual(placed);
  }
});

test('packs an order whose text is written as bytes and in parts', () => {
  const packer = new OrderPacker();
  const bytes = Buffer.from('...{"id":7}...');
  for (const id of [7n, 8n]) {
    if (id === 7n) packer.write(bytes, 3, bytes.length - 3);
    else {
      packer.write(Buffer.from('{"id":'));
      packer.writeText('8}');
    }
    packer.endOrder(id, 'shipped', true);
  }
  expect([...packer.finish()]).toEqual([7n, 8n].map((id) => ({ order: { id }, status: 'shipped' })));
});

test('packs bytes of any length', () => {
  const packer = new OrderPacker();
  const order = { quantity: 10n ** 9_000n };
  const bytes = Buffer.from(`${' '.repeat(50_000)}${orderText(order)}`);
  packer.write(bytes, 50_000);
  packer.endOrder(undefined, 'pending', true);
  expect([...packer.finish()]).toEqual([{ order, status: 'pending' }]);
});

test('another thread receives the same orders without a copy of their bytes', () => {
  fc.assert(
    fc.property(orders, (placed) => {
      const { parts } = packOrders(placed);
      const transfer = buffersOf(parts) as ArrayBuffer[];
      const received = PackedOrders.from(structuredClone(parts, { transfer }));
      expect(transfer.every(({ byteLength }) => byteLength === 0)).toBe(true);
      expect([...received]).toStrictEqual(placed);
      for (const { order } of placed)
        if (order.id !== undefined)
          expect(received.positionOf(order.id)).toBe(placed.findIndex((one) => one.order === order));
    }),
  );
});

test('a copy of a list has its orders and revisions, whatever changes later', async () => {
  const store = new MemoryOrderStore([1n, 2n].map((id) => ({ order: { id, petId: 7n }, status: 'pending' })));
  // An order of an unpacked segment, which changes in place.
  const changing = new MemoryOrderStore();
  changing.put({ order: { id: 1n, petId: 7n }, status: 'pending' });
  changing.put({ order: { id: 2n, petId: 7n }, status: 'pending' });
  for (const one of [store, changing]) {
    const list = one.list();
    const copy = copyList(list);
    const now = () => Array.from(ordersOf(list), ({ order, status }) => ({ order, status }));
    const before = now();
    const shown = () => copy.segments.map(({ orders, statuses, text }) => ({ orders, statuses, text }));
    const first = shown();
    expect([...ordersOf(copy)]).toEqual(before);
    expect(copy).toMatchObject({ revision: list.revision, fieldsRevision: list.fieldsRevision });
    expect(copy.segments[0]).toMatchObject({
      fieldsRevision: list.segments[0]?.fieldsRevision,
      statusRevision: list.segments[0]?.statusRevision,
    });
    expect(copy.segments[0]?.text).toBe(list.segments[0]?.text);
    await one.cancel(1n);
    one.put({ order: { id: 2n }, status: 'shipped' });
    expect([...ordersOf(copy)]).toEqual(before);
    expect([...copyOrders(list)]).toEqual(now());
    expect(shown()).toEqual(first);
  }
});
