import { expect, test } from 'vitest';
import { aState, placed } from '../../../../test/helpers/an-environment.ts';
import { readScenario, writeScenario } from './scenario-bytes.ts';

test('a scenario is the same after it was written and read, without its API keys', () => {
  const orders = Array.from({ length: 1_100 }, (_, at) =>
    placed(BigInt(at) - 2n ** 62n, at % 3 === 0 ? 'shipped' : 'pending', {
      shipDate: '2026-01-20T10:00:00Z',
    }),
  );
  const initial = aState({
    orders,
    handles: new Map([['big', 2n ** 62n]]),
    apiKeys: new Map([['production', ['secret-of-the-scenario']]]),
    ships: [{ kind: 'after', orderId: 1n, afterMs: 5 }],
    faults: [{ kind: 'reset', times: 1 }],
    pets: new Map([['1', { name: 'Rex' }]]),
  });
  const bytes = writeScenario(initial);
  expect(bytes.includes('secret-of-the-scenario')).toBe(false);
  const read = readScenario(bytes);
  expect([...read.orders]).toEqual(orders);
  expect({ ...read, orders: [] }).toEqual({ ...initial, orders: [], apiKeys: new Map() });
});
