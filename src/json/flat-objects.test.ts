import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FlatField, FlatObjects } from './flat-objects.ts';

const kinds = { id: 'integer', quantity: 'integer', shipDate: 'string', complete: 'boolean' } as const;
const fields: readonly FlatField[] = Object.entries(kinds).map(([name, kind]) => ({ name, kind }));
const usual = '{"id":12,"quantity":-3,"shipDate":"2026-01-20","complete":false}';

type Found = Readonly<Record<string, string>>;

/** The values of the object at an offset as they are written, or undefined if it is not flat. */
function valuesAt(
  objects: FlatObjects,
  text: string,
  start: number,
): { end: number; values: Found } | undefined {
  const end = objects.read(start);
  if (end < 0) return undefined;
  const found = fields.flatMap(({ name }, at) =>
    (objects.fields & (1 << at)) === 0
      ? []
      : [[name, text.slice(objects.begins[at], objects.ends[at])] as const],
  );
  return { end, values: Object.fromEntries(found) };
}

/** Reads an object after another one. */
function readAfter(first: string, text: string) {
  const bytes = Buffer.from(`${first},${text}`);
  const objects = new FlatObjects(fields);
  objects.use(bytes);
  objects.read(0);
  const found = valuesAt(objects, bytes.toString(), first.length + 1);
  return found === undefined ? undefined : { ...found, end: found.end - first.length - 1 };
}

test.each([
  ['12', '0'],
  ['12', '-1'],
  ['12', '9223372036854775808'],
  ['12', '-123456789012345678901234567890'],
  ['"quantity":-3', '"quantity":987654321'],
  ['2026-01-20', ''],
  ['2026-01-20', "any text, ASCII: ~!'{}[]"],
  ['false', 'true'],
])('finds the values where %j became %j, whatever came before', (old, other) => {
  const text = usual.replace(old, other);
  const values = Object.fromEntries(
    Object.keys(kinds).map((name) => [name, text.match(`"${name}":("[^"]*"|[^,}]*)`)?.[1]]),
  );
  for (const first of [usual, text, '{"id":12}', '{}', ' { "complete" : true , "id" : 7 } ', '[]'])
    expect(readAfter(first, text)).toEqual({ end: text.length, values });
});

test.each([
  ['12', '012'],
  ['12', '-0'],
  ['12', '-'],
  ['12', '+1'],
  ['12', ''],
  ['12', '1.5'],
  ['12', '1e3'],
  ['12', '"12"'],
  ['12', 'null'],
  ['"id"', '"ix"'],
  ['"id"', '"\\u0069d"'],
  ['id', 'quantity'],
  ['"2026', '2026'],
  ['2026', '20\\u0032'],
  ['2026', '20\n26'],
  ['2026', '20é6'],
  ['20"', '20'],
  ['false', 'falsx'],
  ['false', 'trux'],
  ['false', '0'],
  ['false}', 'false'],
  ['false}', 'false,}'],
  ['false}', 'fals'],
  ['{', '['],
  ['{', '{,'],
  [',', ' '],
  [':', ' '],
])('does not read an object in which %j became %j, whatever came before', (old, other) => {
  const text = usual.replace(old, other);
  for (const first of [usual, '{"id":12}', '{}', '[]']) expect(readAfter(first, text)).toBeUndefined();
});

test('reads every object that it accepts as JSON.parse does', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    ',',
    ':',
    '"id"',
    '"complete"',
    '"shipDate"',
    '1',
    '-',
    '0',
    'true',
    '"x"',
    ' ',
  );
  const texts = fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc
      .tuple(fc.nat(usual.length - 1), piece)
      .map(([at, put]) => usual.slice(0, at) + put + usual.slice(at + 1)),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(usual, '{"id":1,"complete":true}', '{}'), (text, first) => {
      const found = readAfter(first, text);
      if (found === undefined) return;
      const parsed: object = JSON.parse(text.slice(0, found.end));
      const values = Object.entries(found.values).map(([name, value]) => [name, JSON.parse(value)]);
      expect(Object.fromEntries(values)).toEqual(parsed);
    }),
    { numRuns: 5_000 },
  );
});

test('forgets the layout when the same memory gets other content', () => {
  const memory = Buffer.from('{"id":12}');
  const objects = new FlatObjects(fields);
  objects.use(memory);
  expect(objects.read(0)).toBe(9);
  memory.write('{"ix":12}');
  objects.use(memory);
  expect(objects.read(0)).toBe(-1);
});
