import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeScenario, type ReceivedList } from './make-scenario.ts';
import { type Draw, replaceNumbers, shiftDates } from './pseudonyms.ts';

/** Draws by a seed. */
function seeded(seed: number): Draw {
  let state = BigInt(seed) + 88_172_645_463_325_252n;
  return (end) => {
    state = (state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n) % 2n ** 127n;
    return (state >> 20n) % end;
  };
}

function capture(body: string | Buffer, options: Partial<ReceivedList> = {}) {
  const list = {
    body: Buffer.from(body),
    status: 'pending',
    draw: seeded(7),
  } as const;
  const made = makeScenario({ ...list, ...options });
  if (made.kind === 'no-list') throw new Error(made.reason);
  return { ...made, written: JSON.parse(made.text).orders };
}

test('a captured list keeps the number of orders, their fields, quantities and equal pet ids', () => {
  const { written: orders } = capture(
    ' [{"id":10,"petId":5.0e2,"quantity":0,"complete":false},{},{"quantity":-3,"id":99},{"petId":500,"shipDate":"2026-01-20T10:00:00Z"}]',
  );
  expect(orders).toEqual([
    { id: expect.any(Number), petId: expect.any(Number), quantity: 0, complete: false, status: 'pending' },
    { status: 'pending' },
    { id: expect.any(Number), quantity: -3, status: 'pending' },
    { petId: orders[0].petId, shipDate: expect.any(String), status: 'pending' },
  ]);
});

test('a captured list has no text of the list, and its description counts what a scenario cannot have', () => {
  const canary = 'Canary-4711';
  const { text, sentences } = capture(
    `[{"id":"${canary}","petId":1.5,"quantity":1e30,"shipDate":"${canary}","complete":"${canary}"},` +
      `{"${canary}":"${canary}","a":{"${canary}":[1]},"id":null,"shipDate":null},"${canary}",null,[],` +
      `{"id":9223372036854775808,"shipDate":"2026-01-20"},{"id":4711},{"id":4711}]`,
    { status: 'shipped' },
  );
  expect(text).not.toContain(canary);
  expect(text).not.toMatch(/2026-01-20|4711/);
  expect(sentences).toEqual([
    'Captured from a list of 4 orders, all shipped here: the service sends no status.',
    'Replaced in every order: id, petId, shipDate.',
    'Left out: 13 values of unknown fields, other types or forms, or repeated ids.',
  ]);
});

const int64 = fc.bigInt({ min: -(2n ** 63n) + 1n, max: 2n ** 63n - 1n });
const sizes = fc.nat(62).chain((bits) => fc.bigInt({ min: -(2n ** BigInt(bits)), max: 2n ** BigInt(bits) }));
const compare = (one: bigint, other: bigint) => Number(one > other) - Number(one < other);

test('numbers are replaced in their order by others with as many digits, on the same side of 2^53', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(int64, sizes), { maxLength: 60 }), fc.nat(), (numbers, seed) => {
      const replace = replaceNumbers(numbers, seeded(seed));
      const positive = numbers.filter((value) => value > 0n).toSorted(compare);
      expect(positive.map(replace)).toEqual(positive.map(replace).toSorted(compare));
      for (const value of numbers) {
        const after = replace(value);
        expect(`${after}`).toHaveLength(`${value}`.length);
        expect(Number.isSafeInteger(Number(after))).toBe(Number.isSafeInteger(Number(value)));
        if (`${value}`.replace('-', '').length > 3) expect(numbers).not.toContain(after);
      }
    }),
  );
  expect(replaceNumbers([0n, 1n], seeded(1))(0n)).toBe(0n);
});

test.each([
  '2025-03-05T11:45:38.885+0000',
  '2026-01-20T10:00:00Z',
  '9999-12-31t23:59:59.123+02:00',
  '2016-12-31T23:59:60Z',
  '2024-02-29T00:00:00z',
])('the date %s is moved to another day, and keeps its time and offset', (date) => {
  const [one, other] = [shiftDates(seeded(1)), shiftDates(seeded(2))];
  expect(one(date)).toMatch(/^[0-9]{4}-[01][0-9]-[0-3][0-9]/);
  expect(one(date).slice(0, 10)).not.toBe(date.slice(0, 10));
  expect(one(date)).not.toBe(other(date));
  expect(one(date).slice(10)).toBe(date.slice(10).replace(':60', ':59'));
});

test.each([
  ['{}', /it is an object/],
  ['', /it is not JSON: an empty body/],
  ['[{"id":1}', /it is not JSON: an unexpected end of the text at byte 9/],
  [Buffer.from([0x5b, 0xff, 0x5d]), /it is not JSON: a byte that is not UTF-8 at byte 1/],
])('says why %s is no list', (body, reason) => {
  expect(() => capture(body)).toThrow(reason);
});
