import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectSameSurvey } from '../../../../test/contract/expect-same-survey.ts';
import { dateTimeForm } from '../date-time.ts';
import { surveyStrictly } from '../list-survey.ts';
import { fieldBits } from '../order-fields.ts';
import { PlainOrders } from './plain-orders.ts';

const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const plainInteger = fc.oneof(int64, fc.bigInt({ min: -9n, max: 9n })).filter((id) => `${id}`.length < 19);
const dateTime = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(
      date.toISOString(),
      date.toISOString().replace(/\.\d+/, ''),
      date.toISOString().replace(/\.\d+Z/, '+02:30'),
    ),
  );

/** The members of an order, as texts. */
const members = fc
  .record(
    {
      id: plainInteger.map(String),
      petId: plainInteger.map(String),
      quantity: plainInteger.map(String),
      shipDate: dateTime.map((text) => `"${text}"`),
      complete: fc.constantFrom('true', 'false'),
    },
    { requiredKeys: [] },
  )
  .chain((fields) => fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length }));

const space = fc.constantFrom('', ' ', '\n  ');

/** An order as programs write it. */
const written = fc
  .tuple(members, space)
  .map(
    ([fields, gap]) =>
      `{${gap}${fields.map(([name, value]) => `"${name}":${gap}${value}`).join(`,${gap}`)}${gap}}`,
  );

/** An order that is nearly one of those: a piece of it is replaced or doubled. */
const nearly = fc
  .tuple(
    written,
    fc.nat(),
    fc.nat(12),
    fc.constantFrom(
      '',
      '"',
      '0',
      '9',
      '-',
      '.5',
      'e2',
      ',',
      '}',
      '{',
      '\\u0069',
      'null',
      '"id":1,',
      '99999999999',
    ),
  )
  .map(([text, at, length, piece]) => {
    const start = at % text.length;
    return text.slice(0, start) + piece + text.slice(start + length);
  });

const fieldsOf = (order: object): number =>
  Object.entries(fieldBits).reduce((bits, [name, bit]) => (name in order ? bits | bit : bits), 0);

test('reads every order that is written plainly', () => {
  fc.assert(
    fc.property(written, (text) => {
      expect(new PlainOrders(Buffer.from(`[${text},1]`)).read(1)).toBe(text.length + 1);
    }),
  );
});

test('finds in an order what the strict reader finds, without faults, or leaves it to that reader', () => {
  fc.assert(
    fc.property(fc.oneof(written, nearly), (text) => {
      const order = new PlainOrders(Buffer.from(text));
      const end = order.read(0);
      if (end < 0) return;
      const slow = surveyStrictly(Buffer.from(`[${text.slice(0, end)}]`));
      const value = JSON.parse(text.slice(0, end));
      expect(slow.text.flaws).toEqual([]);
      expect(slow.faults).toEqual([]);
      expect([...slow.otherFields]).toEqual([]);
      expect([slow.fieldsInAll, slow.fieldsThatFit]).toEqual([order.fields, order.fields]);
      expect(order.fields).toBe(fieldsOf(value));
      if ('id' in value) expect(slow.ids.has(BigInt(order.id))).toBe(true);
      if ('shipDate' in value) expect(order.dateForm).toBe(dateTimeForm(value.shipDate));
    }),
    { numRuns: 300 },
  );
});

test.each([
  '{"id":9223372036854775808}',
  '{"id":1000000000000000000}',
  '{"id":01}',
  '{"id":-}',
  '{"id":1.0}',
  '{"id":1e3}',
  '{"id":"1"}',
  '{"id":null}',
  '{"id":1,"id":1}',
  '{"id":-0}',
  '{"i":1}',
  '{"idx":1}',
  '{"status":"x"}',
  '{"complete":1}',
  '{"shipDate":"2026-02-29T10:00:00Z"}',
  '{"shipDate":"2026-01-20"}',
  '{"id":1,}',
  '{"id":1',
  '{,}',
  '[]',
])('leaves %s to the strict reader', (text) => {
  expect(new PlainOrders(Buffer.from(text)).read(0)).toBe(-1);
});

const between = fc.constantFrom(',', ', ', '\n, ', '', ',,', ' ', ';', ']', ',1,', ',null,');

/** Orders with commas, or nearly commas, between them and around them. */
const list = fc
  .tuple(
    fc.constantFrom('[', ' [ ', '[', '[,', '', '\ufeff['),
    fc.array(fc.tuple(fc.oneof(written, written, nearly), fc.oneof(fc.constant(','), between)), {
      maxLength: 4,
    }),
    fc.constantFrom(']', ' ] ', ']', '', '}', ']1'),
  )
  .map(([open, orders, close]) => {
    const texts = orders.map(([order, comma], index) => (index < orders.length - 1 ? order + comma : order));
    return open + texts.join('') + close;
  });

const usual = '{"id":12,"petId":-3,"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}';

test('reads an order after one that is nearly the same as the strict reader does', () => {
  const change = fc.tuple(
    fc.nat(),
    fc.nat(3),
    fc.constantFrom('', '"', '0', '9', '-', 'x', ' ', '.', ',', '}', 'Z'),
  );
  fc.assert(
    fc.property(
      fc.oneof(fc.constant(usual), written),
      fc.array(change, { maxLength: 2 }),
      (first, changes) => {
        const next = changes.reduce((text, [at, length, piece]) => {
          const start = at % (text.length + 1);
          return text.slice(0, start) + piece + text.slice(start + length);
        }, first);
        expectSameSurvey(Buffer.from(`[${[first, next, first].join(',')}]`));
      },
    ),
    { numRuns: 600 },
  );
});

test('surveys every list as the strict reader does, at its start and far down', () => {
  const filler = Array.from({ length: 1000 }, (_, index) => `{"id":${index - 5000}}`).join(',');
  fc.assert(
    fc.property(list, fc.nat(9), (text, nth) => {
      const body = Buffer.from(nth === 0 ? text.replace('[', `[${filler},`) : text);
      expectSameSurvey(body);
    }),
    { numRuns: 300 },
  );
});

test.each([
  ['12', '012'],
  ['12', '1234567890123456'],
  ['12', '123456789012345678'],
  ['12', '-123456789012345'],
  ['12', '9223372036854775808'],
  ['12', ''],
  ['12', '-'],
  ['12', '1.5'],
  ['12', '"12"'],
  ['-3', '-03'],
  ['"id"', '"ix"'],
  ['"petId"', '"petid"'],
  ['"quantity"', '"quantitx"'],
  ['"complete"', '"complets"'],
  ['{', '['],
  [',"quantity":2', ',"quantity":2,"quantity":2'],
  [',"quantity":2', ''],
  ['2026-01-20T', '2026-02-29T'],
  ['2026-01-20T', '2026-13-20T'],
  ['10:00:00Z', '10:00:00.000Z'],
  ['10:00:00Z', '10:00:00+01:00'],
  ['10:00:00Z', '10:00:00'],
  ['10:00:00Z"', '10:00:00Zx'],
  ['false', 'true'],
  ['false', 'falsx'],
  ['false', 'trux'],
  ['false', 'null'],
  ['false}', 'false,}'],
  ['false}', 'false'],
  ['false}', 'fals'],
])(
  'reads an order in which %s became %s, after one that is otherwise the same, as the strict reader does',
  (old, other) => {
    for (const first of [usual, usual.replace('-3', '3'), '{"id":12}'])
      for (const count of [1, 2]) {
        const list = [...Array.from({ length: count }, () => first), first.replace(old, other), first];
        expectSameSurvey(Buffer.from(`[${list.join(',')}]`));
        expectSameSurvey(Buffer.from(`[${list.slice(0, -1).join(',')}`));
      }
  },
);

const integer = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom('', '0'), fc.integer({ min: 1, max: 17 }), fc.nat())
  .map(([sign, zero, digits, seed]) => sign + zero + `${(BigInt(seed) + 3n) ** 17n}`.slice(0, digits));
const valuesOf = {
  id: integer,
  petId: integer,
  quantity: integer,
  shipDate: fc.constantFrom('"2026-01-20T10:00:00Z"', '"2026-01-20T10:00:00.5Z"', '"2026-01-20T10:00:00"'),
  complete: fc.boolean().map(String),
};

test('reads orders of the same fields with any values as the strict reader does', () => {
  const names = fc.shuffledSubarray(Object.keys(valuesOf) as (keyof typeof valuesOf)[], { minLength: 1 });
  const alike = names.chain((chosen) =>
    fc.array(
      fc
        .tuple(...chosen.map((name) => valuesOf[name]))
        .map((values) => `{${values.map((value, at) => `"${chosen[at]}":${value}`).join(',')}}`),
      { minLength: 2, maxLength: 4 },
    ),
  );
  fc.assert(
    fc.property(alike, (orders) => expectSameSurvey(Buffer.from(`[${orders.join(',')}]`))),
    { numRuns: 300 },
  );
});
