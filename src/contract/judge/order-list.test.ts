import { expect, test } from 'vitest';
import { createSurvey } from './list-survey.ts';
import { orderListReader } from './order-list.ts';

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
