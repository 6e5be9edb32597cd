import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { newFolder } from '../../../../test/support/new-folder.ts';
import { writeJson } from '../../../json/json.ts';
import { largestInt64, smallestInt64 } from '../../../order-id.ts';
import { PackedOrders } from '../../orders/memory/packed-orders.ts';
import { createCatalog } from '../catalog.ts';
import { readScenario, type Scenario } from '../read-scenario.ts';
import { resolveScenario } from '../resolve-scenario.ts';
import { readPlainScenario } from './read-plain-scenario.ts';

const folder = newFolder();
const path = join(folder, 'orders.json');
const options = { scenario: 'orders', source: 'file' } as const;

async function readPlain(text: string | Uint8Array, maxOrders?: number): Promise<Scenario | undefined> {
  writeFileSync(path, text);
  return readPlainScenario(path, { ...options, ...(maxOrders === undefined ? {} : { maxOrders }) });
}

/** The state that readScenario makes of the same text. */
async function stateOf(text: string) {
  return resolveScenario(await readScenario({ name: path, text }, options), { seed: 1 });
}

const plain = [
  '{"orders":[{"id":1,"petId":2,"quantity":3,"shipDate":"2026-01-20T10:00:00Z","complete":false}]}',
  '{"orders":[{"id":1,"petId":2,"status":"shipped"},{"status":"cancelled","id":-3},{"status":"pending"},{}]}',
  ' {\n"$schema" : "s.json",\t"description": "a \\"b\\" [é", "orders" : [ { "complete" : true , "id" : 5 } ,\r\n{ } ] } \n',
  '{"orders":[{"shipDate":"2026-01-20T10:00:00.5+01:00"},{"shipDate":"2026-01-20t10:00:00z"},{"shipDate":"2026-01-20t10:00:00z"}]}',
  '{"orders":[{"id":9223372036854775807},{"id":-9223372036854775808},{"id":9007199254740993},{"id":0}]}',
  '{"orders":[{"quantity":-123456789012345678901234567890}],"handles":{"one":7},"clock":{"frozen":true}}',
  '{"orders":[{"id":7,"petId":1},{"id":7,"repeatsId":true},{"id":7,"status":"shipped","repeatsId":true},{"repeatsId":false}]}',
  '{"orders":[{"id":1}],"generate":[],"pets":{"7":{"name":"é"}}}',
];

test.each(plain)('reads %s like readScenario', async (text) => {
  const scenario = await readPlain(text);
  if (scenario?.packed === undefined) throw new Error('it was left to readScenario');
  expect(scenario.content.orders).toBeUndefined();
  expect(await resolveScenario(scenario, { seed: 1 })).toEqual(await stateOf(text));
});

const unusual = [
  ['an order with ships', '{"orders":[{"id":1,"ships":{"after":"1s"}}]}'],
  ['an unknown key', '{"orders":[{"idd":1}]}'],
  ['a key given twice', '{"orders":[{"id":1,"id":2}]}'],
  ['a key with an escape', '{"orders":[{"\\u0069d":1}]}'],
  ['an id given twice', '{"orders":[{"id":1},{"id":1}]}'],
  ['an id given twice without being repeated', '{"orders":[{"id":1},{"id":1,"repeatsId":false}]}'],
  ['a repeated id that no order has', '{"orders":[{"id":1},{"id":2,"repeatsId":true}]}'],
  ['a repeated id that is not there', '{"orders":[{"repeatsId":true}]}'],
  ['an id beyond int64', '{"orders":[{"id":9223372036854775808}]}'],
  ['a petId below int64', '{"orders":[{"petId":-9223372036854775809}]}'],
  ['a fraction', '{"orders":[{"id":1.0}]}'],
  ['an exponent', '{"orders":[{"id":1e3}]}'],
  ['a leading zero', '{"orders":[{"id":01}]}'],
  ['a negative zero', '{"orders":[{"id":-0}]}'],
  ['only a sign', '{"orders":[{"id":-}]}'],
  ['a plus', '{"orders":[{"id":+1}]}'],
  ['a string instead of a number', '{"orders":[{"id":"1"}]}'],
  ['null', '{"orders":[{"id":null}]}'],
  ['a date that does not exist', '{"orders":[{"shipDate":"2026-02-30T10:00:00Z"}]}'],
  ['a date with an escape', '{"orders":[{"shipDate":"2026\\u002d01-20T10:00:00Z"}]}'],
  ['an unknown status', '{"orders":[{"status":"sold"}]}'],
  ['a word that goes on', '{"orders":[{"complete":truely}]}'],
  ['no comma between fields', '{"orders":[{"id":1 "petId":2}]}'],
  ['a comma too many in an order', '{"orders":[{"id":1,}]}'],
  ['a comma before the first field', '{"orders":[{,"id":1}]}'],
  ['no colon', '{"orders":[{"id" 1}]}'],
  ['a comma too many in the list', '{"orders":[{"id":1},]}'],
  ['no comma between orders', '{"orders":[{"id":1}{"id":2}]}'],
  ['an order that is a list', '{"orders":[[]]}'],
  ['a list without orders', '{"orders":[]}'],
  ['two lists of orders', '{"orders":[{"id":1}],"orders":[{"id":2}]}'],
  ['an unknown key after the orders', '{"orders":[{"id":1}],"order":2}'],
  ['an unknown key before the orders', '{"order":2,"orders":[{"id":1}]}'],
  ['generated orders', '{"orders":[{"id":1}],"generate":[{"count":1}]}'],
  ['an incomplete order list', '{"orders":[{"id":1}'],
  ['an incomplete file', '{"orders":[{"id":1}]'],
  ['more text after the end', '{"orders":[{"id":1}]}}'],
  ['text that is not JSON', 'orders: [{ id: 1 }]'],
  ['a byte order mark', '\ufeff{"orders":[{"id":1}]}'],
  ['an empty file', ''],
] as const;

test.each(unusual)('leaves %s to readScenario', async (_, text) => {
  expect(await readPlain(text)).toBeUndefined();
});

test('leaves bytes that are not UTF-8, folders and missing files to readScenario', async () => {
  const bytes = Buffer.from('{"description":"\xff","orders":[{"id":1}]}', 'latin1');
  expect(await readPlain(bytes)).toBeUndefined();
  expect(await readPlain(bytes.map((byte) => (byte === 0xff ? 0x66 : byte)))).toBeDefined();
  expect(await readPlainScenario(folder, options)).toBeUndefined();
  expect(await readPlainScenario(join(folder, 'none.json'), options)).toBeUndefined();
});

test('reads the maximum number of orders, and leaves one more to readScenario', async () => {
  const text = '{"orders":[{"id":1},{"id":2}]}';
  expect((await readPlain(text, 2))?.packed?.count).toBe(2);
  expect(await readPlain(text, 1)).toBeUndefined();
});

const space = fc.constantFrom('', '', '', ' ', '\n', '\r\n\t ');
const usually = <T>(usual: fc.Arbitrary<T>, ...odd: string[]): fc.Arbitrary<T | string> =>
  fc.oneof({ weight: 30, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
const order = fc.record(
  {
    id: usually(fc.bigInt(smallestInt64, largestInt64), '9223372036854775808'),
    petId: usually(fc.bigInt(smallestInt64, largestInt64), '-9223372036854775809', 'null'),
    quantity: usually(fc.bigInt(), '1.5', '-0', '1e2'),
    shipDate: usually(
      fc.constantFrom('"2026-01-20T10:00:00Z"', '"2026-06-30T10:00:00.25+02:00"'),
      '"2026-06-31"',
    ),
    complete: usually(fc.constantFrom('true', 'false'), '"true"'),
    status: usually(fc.constantFrom('"pending"', '"shipped"', '"cancelled"'), '"sold"'),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const orderTexts = fc
  .tuple(order, fc.infiniteStream(space), fc.boolean())
  .map(([fields, spaces, backwards]) => {
    const s = () => spaces.next().value ?? '';
    const pairs = Object.entries(fields).map(([key, value]) => `${s()}"${key}"${s()}:${s()}${value}${s()}`);
    return `${s()}{${(backwards ? pairs.toReversed() : pairs).join(',')}${s()}}${s()}`;
  });
/** Sometimes a character is removed or inserted. */
const texts = fc
  .tuple(
    fc.array(orderTexts, { minLength: 1, maxLength: 4 }),
    fc.option(fc.tuple(fc.nat(200), fc.constantFrom('', ',', '}', ']', '"', '1', ' ')), { freq: 2 }),
  )
  .map(([all, change]) => {
    const text = `{"orders":[${all.join(',')}]}`;
    if (change === null) return text;
    const at = change[0] % text.length;
    return text.slice(0, at) + change[1] + text.slice(at + 1);
  });

test('reads every file that it accepts like readScenario', async () => {
  let read = 0;
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const scenario = await readPlain(text);
      if (scenario === undefined) return;
      read += 1;
      expect(await resolveScenario(scenario, { seed: 1 })).toEqual(await stateOf(text));
    }),
    { numRuns: 200 },
  );
  expect(read).toBeGreaterThan(40);
});

function largeText(count: number, between: string): string {
  const all = Array.from({ length: count }, (_, at) => {
    const shown = { id: BigInt(at), shipDate: '2026-01-20T10:00:00Z', quantity: BigInt(at) ** 5n };
    return writeJson(shown, at % 3);
  });
  return `{"orders":[${all.join(between)}], "handles": { "first": 0 }}`;
}

test('reads a large file in parts that end anywhere', async () => {
  const text = largeText(12_500, ' ,\n');
  expect(text.length).toBeGreaterThan(2 * 512 * 1024);
  const scenario = await readPlain(text);
  if (scenario === undefined) throw new Error('it was left to readScenario');
  const [one, other] = [await resolveScenario(scenario, { seed: 1 }), await stateOf(text)];
  // One by one, because the difference of two long lists takes minutes to show.
  if (!(one.orders instanceof PackedOrders && other.orders instanceof PackedOrders))
    throw new Error('the orders are not packed');
  for (const [at, { bytes }] of other.orders.segments.entries())
    expect(one.orders.segments[at]?.bytes.equals(bytes)).toBe(true);
  expect(one.orders.count).toBe(12_500);
  expect([...one.handles]).toEqual([['first', 0n]]);
});

test('reports a problem deep in a large file with its line and column', async () => {
  writeFileSync(path, largeText(9_000, ',\n').replace('"id":8997', '"id":8996'));
  await expect(createCatalog({ allowPaths: true }).open(path)).rejects.toMatchObject({
    problems: [{ where: expect.stringMatching(/orders\.json:\d{5}:\d+$/) }],
  });
});
