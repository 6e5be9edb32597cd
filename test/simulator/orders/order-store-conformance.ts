import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryOrderStore } from '../../../src/simulator/orders/memory/memory-order-store.ts';
import { decideCancel, decideShip, type OrderStatus } from '../../../src/simulator/orders/order.ts';
import type { PlacedOrder } from '../../../src/simulator/orders/order-store.ts';

/** The tests that every order store passes. Call it from the test file of the store. */
export function describeOrderStore(
  name: string,
  create: (orders: Iterable<PlacedOrder>) => MemoryOrderStore,
): void {
  const listed = async (store: MemoryOrderStore): Promise<PlacedOrder[]> =>
    store
      .list()
      .segments.flatMap((segment) => segment.orders.map(({ order, status }) => ({ order, status })));

  test(`${name} lists orders in the order of placement, also those without an id`, async () => {
    const placed: PlacedOrder[] = [
      { order: { id: 3n }, status: 'pending' },
      { order: {}, status: 'pending' },
      { order: { id: -1n, quantity: 2n }, status: 'shipped' },
    ];
    expect(await listed(create(placed))).toEqual(placed);
  });

  test(`${name} keeps more orders than one segment holds, in order`, async () => {
    const placed = Array.from({ length: 1300 }, (_, at) => ({
      order: { id: BigInt(at) },
      status: 'pending' as const,
    }));
    const store = create(placed);
    store.remove(600n);
    expect((await listed(store)).map(({ order }) => order.id)).toEqual(
      placed.map(({ order }) => order.id).filter((id) => id !== 600n),
    );
  });

  test(`${name} distinguishes ids that a double does not`, async () => {
    const store = create([{ order: { id: 9007199254740993n }, status: 'pending' }]);
    expect(await store.cancel(9007199254740992n)).toEqual({ kind: 'unknown' });
    expect(await store.cancel(9007199254740993n)).toMatchObject({ kind: 'cancelled' });
  });

  test(`${name} lets one of many concurrent cancels win`, async () => {
    const store = create([{ order: { id: 1n }, status: 'pending' }]);
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => store.cancel(1n)));
    expect(outcomes.filter(({ kind }) => kind === 'cancelled')).toHaveLength(1);
  });

  test(`${name} changes its revision only with a change`, async () => {
    const store = create([{ order: { id: 1n }, status: 'pending' }]);
    const revision = async (): Promise<number> => store.list().revision;
    const first = await revision();
    store.get(1n);
    await store.cancel(9n);
    expect(await revision()).toBe(first);
    await store.cancel(1n);
    const second = await revision();
    expect(second).not.toBe(first);
    store.put({ order: { id: 1n, quantity: 4n }, status: 'cancelled' });
    expect(await revision()).not.toBe(second);
  });

  test(`${name} behaves like a map with any operations`, async () => {
    const id = fc.bigInt(-2n, 2n);
    const status = fc.constantFrom<OrderStatus>('pending', 'shipped', 'cancelled');
    const operation = fc.oneof(
      fc.record({ do: fc.constant('cancel' as const), id }),
      fc.record({ do: fc.constant('ship' as const), id, force: fc.boolean() }),
      fc.record({ do: fc.constant('put' as const), id, status, quantity: fc.bigInt(0n, 3n) }),
      fc.record({ do: fc.constant('remove' as const), id }),
    );
    const first = fc.uniqueArray(fc.tuple(id, status), { selector: ([one]) => one });
    await fc.assert(
      fc.asyncProperty(first, fc.array(operation, { maxLength: 30 }), async (placed, operations) => {
        const model = new Map<bigint, PlacedOrder>(
          placed.map(([one, status]) => [one, { order: { id: one }, status }]),
        );
        const store = create(model.values());
        for (const one of operations) {
          const before = model.get(one.id);
          if (one.do === 'cancel') {
            const kind = before === undefined ? 'unknown' : decideCancel(before.status);
            if (before !== undefined && kind === 'cancelled')
              model.set(one.id, { ...before, status: 'cancelled' });
            expect((await store.cancel(one.id)).kind).toBe(kind);
          } else if (one.do === 'ship') {
            const kind = before === undefined ? 'unknown' : decideShip(before.status, one.force);
            if (before !== undefined && kind === 'shipped')
              model.set(one.id, { ...before, status: 'shipped' });
            expect(store.ship(one.id, { force: one.force }).kind).toBe(kind);
          } else if (one.do === 'put') {
            const placed = { order: { id: one.id, quantity: one.quantity }, status: one.status };
            model.set(one.id, placed);
            store.put(placed);
          } else {
            expect(store.remove(one.id)).toBe(model.delete(one.id));
          }
          expect(store.get(one.id)).toEqual(model.get(one.id));
        }
        expect(await listed(store)).toEqual([...model.values()]);
      }),
    );
  });
}
