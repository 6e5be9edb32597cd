import { expect, test } from 'vitest';
import { MemoryOrderStore } from '../../src/orders/memory-order-store.ts';
import type { OrderStore, PlacedOrder } from '../../src/orders/order-store.ts';
import { openTestSimulator, order, stagingKey, testKey } from '../open-test-simulator.ts';
import { header, request } from '../raw-http.ts';

const key = `Authorization: Bearer ${testKey}`;

test('cancels a pending order with a 204 that has neither body nor content headers', async () => {
  await using simulator = await openTestSimulator({ orders: [order(1n)] });
  const answer = await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key]);
  expect(answer).toMatchObject({ status: 204, body: '' });
  expect(answer.head).not.toMatch(/content-|transfer-encoding/i);
});

test('refuses to cancel an order that has shipped, again and again, and keeps it', async () => {
  await using simulator = await openTestSimulator({ orders: [order(1n, 'shipped')] });
  for (let times = 0; times < 3; times++) {
    expect(await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key])).toMatchObject({
      status: 409,
      body: '',
    });
  }
  expect((await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key])).body).toBe('[{"id":1}]');
});

test('answers 404 with an Error body for an order that does not exist', async () => {
  await using simulator = await openTestSimulator({ orders: [order(1n)] });
  const answer = await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/2', [key]);
  expect(answer.status).toBe(404);
  expect(JSON.parse(answer.body)).toEqual({
    code: 'order_not_found',
    message: 'The requested order could not be found.',
    status: 404,
  });
  expect(header(answer, 'Content-Type')).toBe('application/json');
});

test('keeps the orders of the two environments apart', async () => {
  await using simulator = await openTestSimulator({ orders: [order(1n)], stagingOrders: [order(1n)] });
  const staging = `Authorization: Bearer ${stagingKey}`;
  expect(
    await request(simulator.serviceOrigin, 'DELETE', '/staging/v1/store/orders/1', [staging]),
  ).toMatchObject({ status: 204 });
  expect(await request(simulator.serviceOrigin, 'DELETE', '/v1/store/orders/1', [key])).toMatchObject({
    status: 204,
  });
});

test.each(['9007199254740993', '9223372036854775807', '-9223372036854775808'])(
  'lists and cancels order %s to the digit',
  async (id) => {
    await using simulator = await openTestSimulator({ orders: [order(BigInt(id))] });
    const list = await request(simulator.serviceOrigin, 'GET', '/v1/store/orders', [key]);
    expect(list.body).toBe(`[{"id":${id}}]`);
    const near = BigInt(id) > 0 ? BigInt(id) - 1n : BigInt(id) + 1n;
    expect(await request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${near}`, [key])).toMatchObject(
      { status: 404 },
    );
    expect(await request(simulator.serviceOrigin, 'DELETE', `/v1/store/orders/${id}`, [key])).toMatchObject({
      status: 204,
    });
  },
);

/** 50 clients each cancel the same 200 orders; answers how often each status came, order by order. */
async function raceCancels(createStore?: (orders: Iterable<PlacedOrder>) => OrderStore): Promise<number[]> {
  const ids = Array.from({ length: 200 }, (_, at) => BigInt(at));
  await using simulator = await openTestSimulator({
    orders: ids.map((id) => order(id)),
    ...(createStore === undefined ? {} : { createStore }),
  });
  const wins = ids.map(() => 0);
  const statuses = new Set<number>();
  const client = async (): Promise<void> => {
    for (const id of ids) {
      const response = await fetch(`${simulator.baseUrl}/store/orders/${id}`, {
        method: 'DELETE',
        headers: { Authorization: `Bearer ${testKey}` },
      });
      await response.arrayBuffer();
      statuses.add(response.status);
      if (response.status === 204) wins[Number(id)] = (wins[Number(id)] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  expect([...statuses].sort()).toEqual([204, 409]);
  return wins;
}

test('lets exactly one of 50 clients cancel each of 200 orders', async () => {
  const wins = await raceCancels();
  expect(wins.every((count) => count === 1)).toBe(true);
});

test('would show two winners if anything ran between the check and the set of a cancel', async () => {
  const wins = await raceCancels((orders) => {
    const store = new MemoryOrderStore(orders);
    const sabotaged: OrderStore = {
      list: () => store.list(),
      get: (id) => store.get(id),
      ship: (id, options) => store.ship(id, options),
      put: (placed) => store.put(placed),
      remove: (id) => store.remove(id),
      cancel: async (id) => {
        const found = await store.get(id);
        if (found?.status !== 'pending') return store.cancel(id);
        await new Promise((resolve) => setImmediate(resolve));
        await store.put({ order: found.order, status: 'cancelled' });
        return { kind: 'cancelled', order: found.order, sequence: 0 };
      },
    };
    return sabotaged;
  });
  expect(wins.some((count) => count > 1)).toBe(true);
});
