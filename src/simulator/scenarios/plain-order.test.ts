import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderSchema } from './order-schema.ts';
import { isPlainOrder } from './plain-order.ts';

const key = fc.constantFrom(
  'id',
  'petId',
  'quantity',
  'shipDate',
  'complete',
  'status',
  'ships',
  'x',
  '__proto__',
);
const field = fc.oneof(
  fc.bigInt(-(2n ** 64n), 2n ** 64n),
  fc.constantFrom(
    '2026-01-20T10:00:00Z',
    '2026-02-30T10:00:00Z',
    'pending',
    'shipped',
    'sold',
    true,
    null,
    1.5,
  ),
  fc.constantFrom(undefined, {}, [], { after: '30s' }),
);
const candidate = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.array(fc.tuple(key, field), { maxLength: 3 }).map((pairs) => Object.fromEntries(pairs)),
  },
  { weight: 1, arbitrary: field },
);

test('the schema takes every plain order as it is', () => {
  let plain = 0;
  fc.assert(
    fc.property(candidate, (value) => {
      if (!isPlainOrder(value)) return;
      plain++;
      expect(orderSchema.safeParse(value)).toStrictEqual({ success: true, data: value });
    }),
    { numRuns: 5_000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test('an order with every field but ships is plain', () => {
  const shipDate = '2026-01-20T10:00:00Z';
  expect(isPlainOrder({ id: 1n, petId: 2n, quantity: 3n, shipDate, complete: true, status: 'shipped' })).toBe(
    true,
  );
});
