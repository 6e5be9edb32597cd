import { expect, test } from 'vitest';
import { createSurvey } from './list-survey.ts';
import { changesBetween, orderListReader } from './order-list.ts';

const read = orderListReader(createSurvey());

test.each([
  ['[]', 0, 0],
  ['[{"id":1},{"id":2}]', 2, 0],
  ['[{"id":1},{},{"id":"2"},7,{"id":1e19}]', 5, 4],
  ['\ufeff[{"id":1,"id":2}]', 1, 0],
])('reads %s as %i orders, %i of them without an id', (text, orders, withoutId) => {
  expect(read(Buffer.from(text))).toMatchObject({ kind: 'read', orders, withoutId });
});

test('reads each id with exactly its digits', () => {
  const list = read(Buffer.from('[{"id":9007199254740993},{"id":1e3}]'));
  const ids = list.kind === 'read' ? list.ids : undefined;
  expect([9007199254740993n, 1000n, 9007199254740992n].map((id) => ids?.has(id))).toEqual([
    true,
    true,
    false,
  ]);
});

test.each([
  [undefined, 'its content is damaged'],
  ['', 'it is not JSON: an empty body'],
  ['[{"id":1}', 'it is not JSON: an unexpected end of the text'],
  ['\ufeff[{"id":1,"id":2},x]', 'it is not JSON: an unexpected character'],
  ['{"orders":[]}', 'it is an object, not an array'],
  ['"[]"', 'it is a string, not an array'],
  ['null', 'it is null, not an array'],
])('reports why it cannot read %j', (text, why) => {
  expect(read(text === undefined ? undefined : Buffer.from(text))).toEqual({ kind: 'unreadable', why });
});

function listOf(text: string) {
  const list = read(Buffer.from(text));
  if (list.kind === 'unreadable') throw new Error(list.why);
  return list;
}

const changes = (before: string, after: string, ...own: readonly bigint[]) =>
  changesBetween(listOf(before), listOf(after), new Set(own));

const order = '{"id":1,"petId":7,"quantity":2,"shipDate":"2026-01-20T10:00:00Z","complete":false}';

test.each([
  ['the sequence', '[{"id":1},{"id":2}]', '[{"id":2},{"id":1}]'],
  ['fields that one list leaves out', `[${order}]`, '[{"id":1,"quantity":2}]'],
  ['null', `[${order}]`, '[{"id":1,"petId":null,"shipDate":null}]'],
  ['undocumented fields', '[{"id":1}]', '[{"id":1,"x_a":5}]'],
  ['the form of a number', '[{"id":1,"petId":10}]', '[{"id":1e0,"petId":1e1}]'],
  ['the form of a date', `[${order}]`, '[{"id":1,"shipDate":"2026-01-20t11:00:00.250+01:00"}]'],
  ['a date that cannot be read', `[${order}]`, '[{"id":1,"shipDate":"2016-12-31T23:59:60Z"}]'],
  ['a value of a wrong type', `[${order}]`, '[{"id":1,"quantity":"2","complete":0}]'],
  ['the second of two orders with one id', '[{"id":1},{"id":1}]', '[{"id":1},{"id":1}]'],
])('ignores %s', (_what, before, after) => {
  expect(changes(before, after)).toEqual({ changes: [], isLonger: false });
});

test.each([
  ['petId', '7', '9007199254740992'],
  ['quantity', '2', '3'],
  ['shipDate', '"2026-01-20T10:00:00Z"', '"2026-01-20T10:00:01Z"'],
  ['complete', 'false', 'true'],
])('finds that %s changed', (field, before, after) => {
  const lists = [`[{"id":1,"${field}":${before}}]`, `[{"id":1,"${field}":${after}}]`] as const;
  const got = `${after} instead of ${before}`.replaceAll('"', '');
  expect(changes(...lists).changes).toEqual([{ id: 1n, unchanged: `the ${field} of order 1`, got }]);
  expect(changes(...lists, 1n).changes).toEqual([]);
});

test.each<[string, string, readonly bigint[], boolean, ...bigint[]]>([
  ['[{"id":1},{"id":2}]', '[{"id":1}]', [2n], false],
  ['[{"id":1},{"id":2}]', '[{"id":2}]', [], false, 1n],
  ['[{"id":1}]', '[{"id":1},{"id":2}]', [], true],
  ['[{"id":1},{"id":2}]', '[{"id":3}]', [2n], true, 1n],
  // An order without an id may be any that is missing.
  ['[{"id":1},{"id":2},{"id":3}]', '[{"id":1},{}]', [], false],
  ['[{},{"id":2}]', '[{"id":1},{"id":2}]', [], false],
])('from %s to %s the orders %s are gone, and one is new: %s', (before, after, gone, isLonger, ...own) => {
  const found = changes(before, after, ...own);
  expect([found.changes.map(({ id }) => id), found.isLonger]).toEqual([gone, isLonger]);
});
