import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawBytes } from '../../../draw.ts';
import { largestInt64, smallestInt64 } from '../../../order-id.ts';
import { orderGaps } from '../../environment/gaps/order-gaps.ts';
import { orderText } from '../../orders/memory/order-text.ts';
import { packOrders } from '../../orders/memory/packed-orders.ts';
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
          isNamed: () => false,
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

const plain: OrderForm = {
  'optional-fields': 'as-stored',
  'extra-fields': 'none',
  'ship-date-form': 'as-written',
  seed: '1',
  isNamed: (id) => id === 7n,
};

test.each([
  ['as-written', '2026-01-20T11:00:00.5+01:00', '2026-01-20T11:00:00.5+01:00'],
  ['utc-seconds', '2026-01-20T11:00:00.5+01:00', '2026-01-20T10:00:00Z'],
  ['utc-seconds', '2026-01-20T10:00:00Z', '2026-01-20T10:00:00Z'],
  ['millis', '2026-01-20T10:00:00Z', '2026-01-20T10:00:00.000Z'],
  ['millis', '2026-01-20T11:00:00.25+01:00', '2026-01-20T10:00:00.250Z'],
  ['offset', '2026-01-20T23:30:00Z', '2026-01-21T00:30:00+01:00'],
  ['offset', '2026-01-20T10:00:00.75Z', '2026-01-20T11:00:00+01:00'],
  ['basic-offset', '2026-01-20T10:00:00Z', '2026-01-20T10:00:00.000+0000'],
  ['utc-seconds', '2026-01-20T11:00:00.5+0100', '2026-01-20T10:00:00Z'],
  // No form of its own: it is not a time, or its year has more than four digits.
  ['millis', 'später "bald"', 'später \\"bald\\"'],
  ['utc-seconds', '9999-12-31T23:59:59-01:00', '9999-12-31T23:59:59-01:00'],
  ['offset', '9999-12-31T23:30:00Z', '9999-12-31T23:30:00Z'],
] as const)('ship-date-form=%s writes %s as %s', (form, shipDate, written) => {
  expect(writeOrder({ id: 1n, shipDate }, { ...plain, 'ship-date-form': form })).toBe(
    `{"id":1,"shipDate":"${written}"}`,
  );
});

test('optional-fields=sparse leaves out the fields that the seed and the id draw, but not the id of a named order', () => {
  const order = { petId: 2n, quantity: 3n, shipDate: 'x', complete: true };
  const form = { ...plain, 'optional-fields': 'sparse' } as const;
  const names = ['petId', 'quantity', 'shipDate', 'complete'] as const;
  let leftOut = 0;
  for (let id = 0n; id < 300n; id++) {
    const bytes = drawBytes('1', 'sparse', id);
    const kept = names.filter((_, at) => (bytes[at] ?? 0) >= 85);
    leftOut += names.length - kept.length;
    const keptId = id === 7n || (bytes[4] ?? 0) >= 85 ? ['id'] : [];
    const written = JSON.parse(writeOrder({ id, ...order }, form));
    expect(Object.keys(written)).toEqual([...keptId, ...kept]);
  }
  expect(leftOut / (300 * names.length)).toBeCloseTo(1 / 3, 1);
  const bytes = drawBytes('1', 'sparse', 'no id');
  expect(Object.keys(JSON.parse(writeOrder(order, form)))).toEqual(
    names.filter((_, at) => (bytes[at] ?? 0) >= 85),
  );
  expect(writeOrder({ id: 7n }, form)).toBe('{"id":7}');
});

test('optional-fields=null writes each missing field as null, and extra-fields=some adds one', () => {
  const form = { ...plain, 'optional-fields': 'null', 'extra-fields': 'some' } as const;
  expect(writeOrder({ petId: 2n, complete: false }, form)).toBe(
    '{"id":null,"petId":2,"quantity":null,"shipDate":null,"complete":false,"x_channel":"web"}',
  );
  expect(writeOrder({}, plain)).toBe('{}');
});

test.each([
  [{}, true],
  [{ 'ship-date-form': 'utc-seconds' }, true],
  [{ 'ship-date-form': 'millis' }, false],
  [{ 'ship-date-form': 'offset' }, false],
  [{ 'optional-fields': 'sparse' }, false],
  [{ 'optional-fields': 'null' }, false],
  [{ 'extra-fields': 'some' }, false],
] as const)('orders with UTC dates in whole seconds are written with %o as kept: %s', (choices, expected) => {
  const form = { ...plain, ...choices };
  const [segment] = packOrders([{ order: { shipDate: '2026-01-20T10:00:00Z' }, status: 'pending' }]).segments;
  const [other] = packOrders([
    { order: { shipDate: '2026-01-20T11:00:00+01:00' }, status: 'pending' },
  ]).segments;
  if (segment === undefined || other === undefined) throw new Error('no segment');
  expect(isWrittenAsKept(segment, form)).toBe(expected);
  expect(isWrittenAsKept(other, form)).toBe(expected && form['ship-date-form'] === 'as-written');
});
