import fc from 'fast-check';
import { expect, test } from 'vitest';
import { largestInt64, smallestInt64 } from '../../order-id.ts';
import type { InitialState } from '../environment/initial-state.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

type Resolved = Omit<InitialState, 'orders'> & { readonly orders: readonly PlacedOrder[] };

async function resolve(text: string, name = 'given.yaml', seed = 1): Promise<Resolved> {
  const scenario = await readScenario({ name, text }, { scenario: 'given', source: 'inline' });
  const state = await resolveScenario(scenario, { seed });
  return { ...state, orders: [...state.orders] };
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
  expect(state).toEqual({
    scenario: 'given',
    description: 'All parts',
    orders: [
      {
        order: { id: 1n, petId: 7n, quantity: 2n, shipDate: '2026-01-20T10:00:00Z', complete: false },
        status: 'shipped',
      },
      { order: { id: 2n }, status: 'pending' },
      { order: { id: 3n }, status: 'pending' },
      { order: { id: 4n }, status: 'pending' },
      { order: {}, status: 'pending' },
    ],
    handles: new Map([
      ['pending', 2n],
      ['gone', -5n],
    ]),
    apiKeys: new Map([
      ['production', ['key-a']],
      ['test-1', ['key-b', 'key-c']],
    ]),
    profile: 'typical',
    gaps: { 'conflict-body': 'error', 'optional-fields': 'null', 'list-lag': 'after-200-ms' },
    clock: { at: 1_768_903_200_000, frozen: true },
    ships: [
      { kind: 'at', orderId: 2n, at: 1_768_903_200_000 },
      { kind: 'after', orderId: 3n, afterMs: 300_000 },
      { kind: 'after-lists', orderId: 4n, lists: 2 },
    ],
    pets: new Map([['7', { name: 'Bello', tags: [1n, 1.5, null] }]]),
  });
});

test.each(['given.yaml', 'given.json'])('keeps every digit of 1,000 random int64 from %s', async (name) => {
  const int64 = fc.noBias(fc.bigInt({ min: smallestInt64, max: largestInt64 }));
  const ids = [...new Set(fc.sample(int64, { numRuns: 1_100, seed: 2026 }))].slice(0, 1_000);
  expect(ids).toHaveLength(1_000);
  const state = await resolve(
    `{ "orders": [${ids.map((id) => `{ "id": ${id}, "petId": ${-id - 1n} }`)}] }`,
    name,
  );
  expect(state.orders.map(({ order }) => order.id)).toEqual(ids);
  expect(state.orders.map(({ order }) => order.petId)).toEqual(ids.map((id) => -id - 1n));
});
