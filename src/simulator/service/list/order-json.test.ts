import { expect, test } from 'vitest';
import { drawBytes } from '../../../draw.ts';
import { type OrderForm, writeOrder } from './order-json.ts';

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
