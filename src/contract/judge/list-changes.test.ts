import { expect, test } from 'vitest';
import { changesBetween } from './list-changes.ts';
import { createSurvey } from './list-survey.ts';
import { orderListReader } from './order-list.ts';

const read = orderListReader(createSurvey());

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
