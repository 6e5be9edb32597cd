import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { writeJson } from '../../json/json.ts';
import type { PlacedOrder } from '../orders/order-store.ts';
import { readScenario } from './read-scenario.ts';
import { resolveScenario } from './resolve-scenario.ts';

async function generate(blocks: string, seed = 1): Promise<readonly PlacedOrder[]> {
  const text = `generate: [${blocks}]`;
  const scenario = await readScenario({ name: 'g.yaml', text }, { scenario: 'g', source: 'inline' });
  return [...(await resolveScenario(scenario, { seed })).orders];
}

test('an order depends only on the seed and its position: a larger count does not change those before', async () => {
  const few = await generate('{ count: 50 }');
  const many = await generate('{ count: 500 }');
  expect(many.slice(0, 50)).toEqual(few);
});

test('neither the status nor another block changes what a block draws', async () => {
  const plain = await generate('{ count: 5 }, { count: 5, firstId: 1 }');
  const other = await generate(
    `{ count: 5, quantity: { min: 1, max: ${10n ** 60n} } }, { count: 5, firstId: 1, status: shipped }`,
  );
  expect(other.slice(5)).toEqual(plain.slice(5).map(({ order }) => ({ order, status: 'shipped' })));
});

test('leaving out fields does not change the others', async () => {
  const whole = await generate('{ count: 20 }');
  const part = await generate('{ count: 20, leaveOut: [quantity, shipDate] }');
  expect(part.map(({ order }) => order)).toEqual(
    whole.map(({ order: { id, petId, complete } }) => ({ id, petId, complete })),
  );
});

test('other seeds, even beyond 32 bits, give other orders', async () => {
  const seeds = [0, 1, 2, 2 ** 32, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
  const lists = await Promise.all(
    seeds.map(async (seed) => writeJson(await generate('{ count: 20 }', seed))),
  );
  expect(new Set(lists).size).toBe(seeds.length);
});

test('ids follow firstId, the block before, or 100001', async () => {
  const ids = (await generate('{ count: 2 }, { count: 2 }, { count: 1, firstId: -3 }, { count: 2 }')).map(
    ({ order }) => order.id,
  );
  expect(ids).toEqual([100001n, 100002n, 100003n, 100004n, -3n, -2n, -1n]);
});

test('values stay in their ranges and reach both ends', async () => {
  const orders = await generate(
    '{ count: 400, petId: { min: -2, max: 2 }, quantity: { min: 9223372036854775806, max: 9223372036854775808 }, ' +
      'shipDate: { from: 2026-01-01T00:00:00.5Z, to: 2026-01-01T00:00:03Z }, complete: 0.25 }',
  );
  const seen = (field: 'petId' | 'quantity' | 'shipDate') =>
    [...new Set(orders.map(({ order }) => String(order[field])))].sort();
  expect(seen('petId')).toEqual(['-1', '-2', '0', '1', '2']);
  expect(seen('quantity')).toEqual(['9223372036854775806', '9223372036854775807', '9223372036854775808']);
  expect(seen('shipDate')).toEqual(['2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z', '2026-01-01T00:00:03Z']);
  const complete = orders.filter(({ order }) => order.complete).length;
  expect(complete).toBeGreaterThan(70);
  expect(complete).toBeLessThan(130);
});

test('the bytes for a seed are the same on every machine', async () => {
  const hash = createHash('sha256').update(writeJson(await generate('{ count: 1000 }', 42)));
  expect(hash.digest('hex')).toBe('8f4f1ba23dacca41200291412c9303e16125591e33a34be047fc6f2bbd723f8e');
});
