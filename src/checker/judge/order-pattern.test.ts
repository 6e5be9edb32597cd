import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expectSameSurvey } from '../../../test/checker/expect-same-survey.ts';
import { names } from './order-names.ts';
import { OrderPattern } from './order-pattern.ts';

const usual = '{"id":12,"petId":-3,"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}';

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
  'reads an order in which %s has become %s, after one that is the same but for that, as the strict reader does',
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

test('reads orders that have the same fields and any values as the strict reader does', () => {
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
    { numRuns: 1000 },
  );
});

/** Reads an order by the pattern that another gives; both stand in a list. */
function readLike(first: string, next: string): { end: number; id: number } {
  const pattern = new OrderPattern(Buffer.from(`[${first},${next}]`));
  pattern.begin(1);
  for (const name of Object.keys(JSON.parse(first)) as (keyof typeof names)[]) {
    const start = first.indexOf(`"${name}":`) + name.length + 3;
    pattern.add(names[name], 1 + start, 1 + start + first.slice(start).search(/[,}]/));
  }
  pattern.finish(1 + first.length);
  const end = pattern.read(first.length + 2);
  return { end: end < 0 ? end : end - first.length - 2, id: pattern.id };
}

test.each([
  ['12', '12'],
  ['12', '0'],
  ['12', '7'],
  ['12', '-1'],
  ['12', '34567'],
  ['12', '-3456789'],
  ['12', '123456789012345'],
  ['12', '-999999999999999'],
  ['"quantity":2', '"quantity":987654321'],
  ['2026-01-20T10:00:00Z', '1999-12-28T23:59:59Z'],
  ['false', 'true'],
])('takes an order in which %s has become %s, and knows its id', (old, other) => {
  for (const first of [usual, '{"id":12}', '{"complete":false,"id":12}', '{"id":12,"complete":false}']) {
    const next = first.replace(old, other);
    expect([next, readLike(first, next)]).toEqual([next, { end: next.length, id: JSON.parse(next).id }]);
  }
});

test.each([
  ['12', '012'],
  ['12', '1234567890123456'],
  ['12', ''],
  ['12', '-'],
  ['12', '1.5'],
  ['2026-01-20T', '2026-02-29T'],
  ['10:00:00Z', '10:00:00.0Z'],
  ['"2026', '2026'],
  ['"2026', 'x2026'],
  ['false', 'null'],
  ['false', 'xxxxe'],
  ['"id"', '"ix"'],
  ['petId', 'petIe'],
])('leaves an order in which %s has become %s', (old, other) => {
  expect(readLike(usual, usual.replace(old, other)).end).toBe(-1);
});

test('takes nothing before it has seen an order', () => {
  expect(new OrderPattern(Buffer.from(usual)).read(0)).toBe(-1);
});
