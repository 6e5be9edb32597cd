import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideCancel, decideShip, type OrderStatus } from './order.ts';
import { copyList, OrderStore, type PlacedOrder } from './order-store.ts';

const pending = (id: bigint): PlacedOrder => ({ order: { id }, status: 'pending' });

test('lists orders in the order of placement, also those without an id', () => {
  const placed: PlacedOrder[] = [pending(3n), { order: {}, status: 'pending' }, pending(-1n)];
  expect(new OrderStore(placed).list().orders).toEqual(placed);
  expect(new OrderStore().list().orders).toEqual([]);
});

test('distinguishes ids that a double does not', () => {
  const store = new OrderStore([pending(9007199254740993n)]);
  expect(store.cancel(9007199254740992n)).toEqual({ kind: 'unknown' });
  expect(store.cancel(9007199254740993n)).toEqual({ kind: 'cancelled' });
});

test('an id that several orders have finds the first', () => {
  const [first, second] = [
    { order: { id: 7n, petId: 1n }, status: 'pending' },
    { order: { id: 7n, petId: 2n }, status: 'pending' },
  ] as const;
  const store = new OrderStore([first, second]);
  store.cancel(7n);
  expect(store.list().orders).toEqual([{ ...first, status: 'cancelled' }, second]);
});

test('stores of the same orders share them until they change', () => {
  const initial = [1n, 2n, 3n].map(pending);
  const [one, other] = [new OrderStore(initial), new OrderStore(initial)];
  expect(one.list().orders).toBe(other.list().orders);
  one.cancel(1n);
  one.remove(2n);
  one.put(pending(4n));
  expect(other.list().orders).toEqual([1n, 2n, 3n].map(pending));
  expect(other.get(4n)).toBeUndefined();
});

test('a copy of a list stays as it was', () => {
  const store = new OrderStore([pending(1n)]);
  store.put(pending(2n));
  const copy = copyList(store.list());
  store.cancel(2n);
  expect(copy.orders).toEqual([1n, 2n].map(pending));
});

test('only an order that was added after the start was added', () => {
  const store = new OrderStore([pending(1n)]);
  store.put(pending(1n));
  store.put(pending(2n));
  expect([1n, 2n].map((id) => store.wasAdded(id))).toEqual([false, true]);
});

const id = fc.bigInt(-2n, 2n);
const status = fc.constantFrom<OrderStatus>('pending', 'shipped', 'cancelled');
const operation = fc.oneof(
  fc.record({ do: fc.constant('cancel' as const), id }),
  fc.record({ do: fc.constant('ship' as const), id, force: fc.boolean() }),
  fc.record({ do: fc.constant('put' as const), id, status, quantity: fc.bigInt(0n, 3n) }),
  fc.record({ do: fc.constant('remove' as const), id }),
);
const start = fc.uniqueArray(fc.tuple(id, status), { selector: ([one]) => one });

test('behaves like a map with any operations, and its revisions tell lists apart', () => {
  fc.assert(
    fc.property(start, fc.array(operation, { maxLength: 30 }), (placed, operations) => {
      const model = new Map(
        placed.map(([one, status]): [bigint, PlacedOrder] => [one, { order: { id: one }, status }]),
      );
      const store = new OrderStore([...model.values()]);
      const seen = new Map<number, string>();
      const fields = new Map<number, string>();
      for (const one of operations) {
        expect(outcomeOf(store, one)).toEqual(expected(model, one));
        expect(store.get(one.id)).toEqual(model.get(one.id));
        const { orders, revision, fieldsRevision } = store.list();
        expect(orders).toEqual([...model.values()]);
        expectSame(seen, revision, textOf(orders));
        expectSame(fields, fieldsRevision, textOf(orders.map(({ order }) => order)));
      }
    }),
  );
});

type Operation = typeof operation extends fc.Arbitrary<infer Value> ? Value : never;

function outcomeOf(store: OrderStore, one: Operation): unknown {
  if (one.do === 'cancel') return store.cancel(one.id).kind;
  if (one.do === 'ship') return store.ship(one.id, one).kind;
  if (one.do === 'remove') return store.remove(one.id);
  return store.put({ order: { id: one.id, quantity: one.quantity }, status: one.status });
}

function expected(model: Map<bigint, PlacedOrder>, one: Operation): unknown {
  const before = model.get(one.id);
  if (one.do === 'remove') return model.delete(one.id);
  if (one.do === 'put') {
    model.set(one.id, { order: { id: one.id, quantity: one.quantity }, status: one.status });
    return undefined;
  }
  if (before === undefined) return 'unknown';
  const kind = one.do === 'cancel' ? decideCancel(before.status) : decideShip(before.status, one.force);
  if (kind === 'cancelled' || kind === 'shipped') model.set(one.id, { ...before, status: kind });
  return kind;
}

function textOf(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part}n` : part));
}

function expectSame(known: Map<number, string>, revision: number, text: string): void {
  expect(known.get(revision) ?? text).toBe(text);
  known.set(revision, text);
}
