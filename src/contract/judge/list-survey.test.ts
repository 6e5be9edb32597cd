import { expect, test } from 'vitest';
import { createSurvey, fieldBits, type ListSurvey } from './list-survey.ts';

// test/contract/responses has the faults of a list.

const survey = (text: string): ListSurvey => createSurvey()(Buffer.from(text));
const many = (count: number, orderOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => orderOf(index)).join(',');

test.each([0, 1, 10, 11])('judges each of %i orders once, with its index', (count) => {
  const judged: unknown[] = [];
  const result = createSurvey((orders) => {
    judged.push(...(orders as unknown[]));
    return [{ path: ['0', 'quantity'], expected: 'an integer' }].slice(0, Number(count > 0));
  })(Buffer.from(`[${many(count, (id) => `{"id":${id},"quantity":""}`)}]`));
  expect(judged).toEqual(Array.from({ length: count }, (_, id) => ({ id, quantity: '' })));
  expect([result.orders, result.objects, result.ids.size]).toEqual([count, count, count]);
  expect(result.faults.map(({ where }) => where)).toEqual(
    count === 0 ? [] : ['/0/quantity', '/10/quantity'].slice(0, Math.ceil(count / 10)),
  );
});

test('knows the fields of all orders', () => {
  const { id, petId } = fieldBits;
  const result = survey('[{"id":-1,"petId":2},{"id":-2,"complete":false}]');
  expect(result.fieldsInAll).toBe(id);
  expect(survey('[{"petId":"x"}]')).toMatchObject({ fieldsInAll: petId, fieldsThatFit: 0 });
  expect(survey('[{"petId":1e19}]').fieldsThatFit).toBe(petId);
});

test('knows the forms of ship dates', () => {
  const dates = ['"2026-01-20T10:00:00.000Z"', '"2026-01-20T10:00:00+01:00"', '"soon"', '7'];
  const { dateForms } = survey(`[${dates.map((date) => `{"shipDate":${date}}`).join(',')}]`);
  expect([...dateForms].sort()).toEqual(['another form', 'millis', 'offset']);
});

test('reports an undocumented field once, and keeps at most 1000 names', () => {
  const named = survey(`[{${many(1001, (index) => `"x${index}":0`)}},{"x999":0},{"x1000":0}]`);
  expect(named.otherFields.size).toBe(1000);
  expect(named.faults).toHaveLength(100);
});

test('surveys each body once', () => {
  const once = createSurvey();
  const body = Buffer.from('[{"id":1}]');
  expect(once(body)).toBe(once(body));
});

test('names each place of a repeated id with the first one, and uses the last of two ids of one order', () => {
  const { faults } = survey('[{"id":1},{"id":7,"id":2},{"id":1.0},{"id":10e-1},{"id":2}]');
  expect(faults.map(({ rule, where, expected }) => `${rule} ${where}: ${expected}`)).toEqual([
    'R11 /2/id: an id other than that of /0',
    'R11 /3/id: an id other than that of /0',
    'R11 /4/id: an id other than that of /1',
  ]);
});
