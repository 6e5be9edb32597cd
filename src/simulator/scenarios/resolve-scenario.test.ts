import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestInt64, smallestInt64 } from '../../order-id.ts';
import type { InitialState } from '../environment/initial-state.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

async function resolve(text: string, name = 'given.yaml'): Promise<InitialState> {
  const scenario = await readScenario({ name, text }, { scenario: 'given', source: 'inline' });
  return resolveScenario(scenario, { seed: 1 });
}

test('resolves every part of a scenario', async () => {
  const state = await resolve(`
description: All parts
orders:
  - { id: 1, petId: 7, quantity: 2, shipDate: 2026-01-20T10:00:00Z, complete: false, status: shipped }
  - { id: 2, ships: { at: 2026-01-20T11:00:00+01:00 } }
  - { id: 3, ships: { after: 5m } }
  - { id: 4, ships: { afterLists: 2 } }
  - {}
handles: { pending: 2, gone: -5 }
apiKeys: { production: [key-a], test-1: [key-b, key-c] }
profile: typical
gaps: { conflict-body: error, optional-fields: null, list-lag: after-200-ms }
clock: { at: 2026-01-20T10:00:00Z, frozen: true }
pets: { 7: { name: Bello, tags: [1, 1.5, null] } }
`);
  const { orders, handles, apiKeys, ships, pets, ...rest } = state;
  expect(orders[0]?.order).toEqual({
    id: 1n,
    petId: 7n,
    quantity: 2n,
    shipDate: '2026-01-20T10:00:00Z',
    complete: false,
  });
  const shown = orders.map(({ order: { id }, status }) => `${id} ${status}`);
  expect(shown.join(', ')).toBe('1 shipped, 2 pending, 3 pending, 4 pending, undefined pending');
  expect(Object.fromEntries(handles)).toEqual({ pending: 2n, gone: -5n });
  expect(Object.fromEntries(apiKeys)).toEqual({ production: ['key-a'], 'test-1': ['key-b', 'key-c'] });
  expect(ships).toEqual([
    { kind: 'at', orderId: 2n, at: 1_768_903_200_000 },
    { kind: 'after', orderId: 3n, afterMs: 300_000 },
    { kind: 'after-lists', orderId: 4n, lists: 2 },
  ]);
  expect(Object.fromEntries(pets)).toEqual({ 7: { name: 'Bello', tags: [1n, 1.5, null] } });
  expect(rest).toEqual({
    scenario: 'given',
    description: 'All parts',
    profile: 'typical',
    gaps: { 'conflict-body': 'error', 'optional-fields': 'null', 'list-lag': 'after-200-ms' },
    clock: { at: 1_768_903_200_000, frozen: true },
  });
});

test.each(['given.yaml', 'given.json'])('keeps every digit of random int64 from %s', async (name) => {
  const int64 = fc.noBias(fc.bigInt({ min: smallestInt64, max: largestInt64 }));
  const ids = [...new Set(fc.sample(int64, { numRuns: 1_000, seed: 2026 }))];
  const state = await resolve(
    `{ "orders": [${ids.map((id) => `{ "id": ${id}, "petId": ${-id - 1n} }`)}] }`,
    name,
  );
  expect(state.orders.map(({ order }) => order.id)).toEqual(ids);
  expect(state.orders.map(({ order }) => order.petId)).toEqual(ids.map((id) => -id - 1n));
});
