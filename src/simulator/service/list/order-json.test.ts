import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderGaps } from '../../environment/gaps/order-gaps.ts';
import { orderText } from '../../orders/memory/order-text.ts';
import { packOrders } from '../../orders/memory/packed-orders.ts';
import { largestInt64, smallestInt64 } from '../../orders/order-id.ts';
import { isWrittenAsKept, type OrderForm, writeOrder } from './order-json.ts';

const choicesOf = (key: string): string[] =>
  orderGaps.filter((gap) => gap.key === key).flatMap((gap) => Object.keys(gap.choices));
const forms = choicesOf('optional-fields').flatMap((optional) =>
  choicesOf('extra-fields').flatMap((extra) =>
    choicesOf('ship-date-form').map(
      (date) =>
        ({
          'optional-fields': optional,
          'extra-fields': extra,
          'ship-date-form': date,
          seed: '1',
        }) as OrderForm,
    ),
  ),
);

const int64 = fc.bigInt(smallestInt64, largestInt64);
const order = fc.record(
  {
    id: int64,
    petId: int64,
    quantity: fc.bigInt(),
    shipDate: fc.constantFrom(
      '2026-01-20T10:00:00Z',
      '2026-01-20t10:00:00z',
      '2026-01-20T10:00:00.000Z',
      '2026-01-20T11:00:00+01:00',
      '2016-12-31T23:59:60Z',
    ),
    complete: fc.boolean(),
  },
  { requiredKeys: [], noNullPrototype: true },
);

test('an order that may be written as its kept text is written exactly like it, in any form', () => {
  const asKept = new Set<OrderForm>();
  fc.assert(
    fc.property(order, (one) => {
      const [segment] = packOrders([{ order: one, status: 'pending' }]).segments;
      for (const form of forms) {
        if (segment === undefined || !isWrittenAsKept(segment, form)) continue;
        asKept.add(form);
        expect(writeOrder(one, form)).toBe(orderText(one));
      }
    }),
    { numRuns: 300 },
  );
  expect([...asKept].map((form) => form['ship-date-form']).sort()).toEqual(['as-written', 'utc-seconds']);
});
