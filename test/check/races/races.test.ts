import { expect, test } from 'vitest';
import { formatPlan, planCheck } from '../../../src/check/plan-check.ts';
import type { Report } from '../../../src/contract/report.ts';
import { honestStore, key, raced, type Store, turns } from './race-shop.ts';

const broken = (report: Report): readonly string[] =>
  report.rules.filter(({ kind }) => kind === 'failed').map(({ rule }) => rule);

test.each([
  [false, 0],
  [true, 0],
  [false, 20],
  [true, 20],
])('finds nothing in an honest service (removes %s, %s turns late)', async (removes, slow) => {
  const report = await raced(honestStore(removes, slow));
  expect(report.findings).toEqual([]);
  expect(report.incomplete).toBeUndefined();
  expect(report.rules.find(({ rule }) => rule === 'R35')).toMatchObject({ kind: 'passed' });
  expect(report.rules.find(({ rule }) => rule === 'R37')).toMatchObject({ kind: 'passed' });
});

test('finds a service that checks and then acts', async () => {
  const pending = new Set([1, 2, 3]);
  const report = await raced({
    list: async () => [1, 2, 3],
    cancel: async (id) => {
      if (!pending.has(id)) return id > 3 ? 404 : 409;
      await turns(20);
      pending.delete(id);
      return 204;
    },
  });
  expect(broken(report)).toEqual(['R35']);
  expect(report.findings).toMatchObject([
    {
      rule: 'R35',
      operation: 'cancelOrder',
      where: '/store/orders/1',
      got: expect.stringMatching(/succeeded: DELETE \S+ 204 \(.*ms\), DELETE \S+ 204 \(.*ms\)$/),
    },
    { rule: 'R35', where: '/store/orders/2' },
  ]);
});

test('finds two nodes that do not know each other', async () => {
  const report = await raced([honestStore(false), honestStore(false)]);
  expect(broken(report)).toContain('R35');
});

/** A node that reads the status of an order once, and keeps it until it cancels the order itself. */
function cachingNode(orders: Map<number, string>): Store {
  const cache = new Map<number, string | undefined>();
  return {
    list: async () => [1, 2, 3],
    cancel: async (id) => {
      if (!cache.has(id)) cache.set(id, orders.get(id));
      await turns(3);
      if (cache.get(id) !== 'pending') return orders.has(id) ? 409 : 404;
      cache.set(id, 'cancelled');
      orders.set(id, 'cancelled');
      return 204;
    },
  };
}

test('finds nodes with one store of which each caches what it read', async () => {
  const orders = new Map([1, 2, 3].map((id) => [id, 'pending']));
  expect(broken(await raced([cachingNode(orders), cachingNode(orders)]))).toContain('R35');
});

test.each([
  ['of two cancels', 'R35'],
  ['of a cancel and of a list, which counts its readers', 'R29'],
])('finds a service in which the last writer wins, %s', async (_, rule) => {
  let pending: readonly number[] = [1, 2, 3];
  const locked = new Set<number>();
  const write = async (change: (id: number) => boolean, late: number): Promise<void> => {
    const changed = pending.filter(change);
    await turns(late);
    pending = changed;
  };
  const report = await raced({
    list: async () => {
      if (rule === 'R29') await write(() => true, 40);
      return [1, 2, 3];
    },
    cancel: async (id) => {
      if (!pending.includes(id) || locked.has(id)) return id > 3 ? 404 : 409;
      if (rule === 'R29') locked.add(id);
      await write((one) => one !== id, 20);
      locked.delete(id);
      return 204;
    },
  });
  expect(broken(report)).toEqual([rule]);
});

test('finds a service that responds before a commit that then fails', async () => {
  const pending = new Set([1, 2, 3]);
  const tried: number[] = [];
  const report = await raced({
    list: async () => [1, 2, 3],
    cancel: async (id) => {
      tried.push(id);
      const status = pending.delete(id) ? 204 : id > 3 ? 404 : 409;
      // The commit of the first cancel fails after the last one of the race, and is rolled back.
      if (tried.filter((one) => one === id).length === 4) pending.add(id);
      return status;
    },
  });
  expect(broken(report)).toEqual(['R29']);
});

test('finds a gateway that sends each cancel twice', async () => {
  const store = honestStore(false);
  const report = await raced({
    ...store,
    cancel: async (id) => {
      await store.cancel(id);
      return store.cancel(id);
    },
  });
  expect(broken(report)).toEqual(['R37']);
});

test('finds lists of two nodes of which one is late', async () => {
  const store = honestStore(true);
  const early = [1, 2, 3];
  let lists = 0;
  const report = await raced({
    ...store,
    list: async () => (++lists % 2 === 0 && lists > 6 ? early : store.list()),
  });
  expect(broken(report)).toEqual(['R36']);
});

test('finds a service in which every cancel succeeds', async () => {
  const report = await raced({ list: async () => [1, 2, 3], cancel: async (id) => (id > 3 ? 404 : 204) });
  expect(broken(report)).toEqual(['R29', 'R35']);
});

test('a race without a success is not a finding if only one order was raced', async () => {
  const report = await raced(
    { list: async () => [1, 2, 3], cancel: async (id) => (id > 3 ? 404 : 409) },
    { raceIds: [1n] },
  );
  expect(broken(report)).toEqual([]);
  expect(report.rules.find(({ rule }) => rule === 'R37')).toEqual({
    rule: 'R37',
    kind: 'not-exercised',
    reason: 'no cancel of order 1 succeeded, which someone else may have cancelled before',
  });
});

test('races no order that the list does not have', async () => {
  const report = await raced(honestStore(false), { raceIds: [77n] });
  expect(report.incomplete?.message).toContain(
    'Order 77, named by --race-id, was not tested: order 77 is not in the list.',
  );
  expect(report.exchanges.filter(({ request }) => request.path === '/store/orders/77')).toEqual([]);
});

test('the plan of a check lists the requests of each race', async () => {
  const url = 'http://127.0.0.1:4010/v1';
  const plan = formatPlan(await planCheck({ url, apiKey: key, level: 'race', raceIds: [7n] }));
  expect(plan).toContain(
    `cancel the orders named by --race-id several times at once
  DELETE /store/orders/7  with the key  5 times
  GET /store/orders  with the key  3 times`,
  );
});
