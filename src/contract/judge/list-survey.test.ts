import { expect, test } from 'vitest';
import { type ListSurvey, surveyList, surveyOnce } from './list-survey.ts';
import { fieldBits } from './order-fields.ts';

const survey = (text: string): ListSurvey => surveyList(Buffer.from(text));
const whole = (id: bigint | number, rest = ''): string =>
  `{"id":${id},"petId":2,"quantity":3,"shipDate":"2026-01-20T10:00:00Z","complete":true${rest}}`;
const many = (count: number, orderOf: (index: number) => string = (index) => whole(index)): string[] =>
  Array.from({ length: count }, (_, index) => orderOf(index));
const placesOf = ({ faults }: ListSurvey): readonly string[] =>
  faults.map(({ rule, where }) => `${rule} ${where}`);

const all = Object.values(fieldBits).reduce((set, bit) => set | bit, 0);

test.each([0, 1, 2, 1000, 1001])('counts %i orders and their ids', (count) => {
  const result = survey(`[${many(count).join(',')}]`);
  expect(result).toMatchObject({ orders: count, objects: count, faults: [], rising: true });
  expect(result.counts.size).toBe(0);
  expect(result.ids.size).toBe(count);
  for (let id = 0; id < count; id += 1) expect(result.ids.has(BigInt(id))).toBe(true);
  expect(result.ids.has(BigInt(count))).toBe(false);
  expect(result.sample).toHaveLength(Math.min(count, 1000));
  expect(result.fieldsInAny).toBe(count === 0 ? 0 : all);
  expect(result.fieldsThatFit).toBe(count === 0 ? 0 : all);
  if (count > 0) expect(result.fieldsInAll).toBe(all);
  expect([...result.dateForms]).toEqual(count === 0 ? [] : ['utc-seconds']);
});

test('names the form of a date with an offset without a colon', () => {
  const { faults, dateForms } = survey('[{"shipDate":"2025-03-05T11:45:38.885+0000"}]');
  expect(faults).toMatchObject([{ rule: 'R10', expected: expect.stringContaining('a colon in the offset') }]);
  expect([...dateForms]).toEqual(['basic-offset']);
});

test('keeps the first 1000 items as values, whatever they are', () => {
  const { sample } = survey(`[7,{"id":1,"x":[null]},${many(998).join(',')},"last"]`);
  expect(sample).toHaveLength(1000);
  expect(sample.slice(0, 2)).toEqual([7, { id: 1, x: [null] }]);
  expect(sample[999]).toMatchObject({ id: 997 });
});

test.each([
  ['1,2,2,3', true],
  ['1,2,1', false],
  ['-1,0,5', true],
  ['', true],
])('knows whether the ids %s rise', (ids, rising) => {
  expect(survey(`[${ids.replace(/-?\d+/g, '{"id":$&}')}]`).rising).toBe(rising);
});

test('knows the fields of any order and of all', () => {
  const { id, petId, complete } = fieldBits;
  const result = survey('[{"id":-1,"petId":2},{"id":-2,"complete":false}]');
  expect([result.fieldsInAny, result.fieldsInAll]).toEqual([id | petId | complete, id]);
  expect(survey('[{"petId":"x"}]')).toMatchObject({ fieldsInAll: petId, fieldsThatFit: 0 });
  expect(survey('[{"petId":1e19}]').fieldsThatFit).toBe(petId);
});

test('knows the forms of ship dates', () => {
  const dates = ['"2026-01-20T10:00:00.000Z"', '"2026-01-20T10:00:00+01:00"', '"soon"', '7'];
  const { dateForms } = survey(`[${dates.map((date) => `{"shipDate":${date}}`).join(',')}]`);
  expect([...dateForms].sort()).toEqual(['another form', 'millis', 'offset']);
});

test('points at what is wrong in an order, with what is expected there', () => {
  const faults = [
    ['R08 /0/id', '"x"', 'an integer, not a string'],
    ['R09 /1/id', '1e19', 'an integer from -2^63 to 2^63-1'],
    ['R10 /2/shipDate', '"soon"', 'a date-time like 2026-01-20T10:00:00Z'],
    ['R12 /3/status', '"x"', 'only the fields id, petId, quantity, shipDate and complete'],
    ['R07 /4', '7', 'an Order object'],
    ['R08 /5/complete', 'null', 'true or false, or no complete, not null'],
    ['R08 /6/quantity', '1.5', 'an integer, not a fraction'],
  ];
  const items = faults.map(([place = '', value]) => {
    const [, name] = place.split(/\/\d\/?/);
    return name === '' ? value : `{"${name}":${value}}`;
  });
  const text = `[${items.join(',')},${whole(-1)}]`;
  const result = survey(text);
  const seen = result.faults.map(({ rule, where, start, end, expected }) => [
    `${rule} ${where}`,
    text.slice(start, end),
    expected,
  ]);
  expect(seen).toEqual(faults);
  expect(result).toMatchObject({ orders: 8, objects: 7 });
});

test('reports an undocumented field once, and keeps at most 1000 names', () => {
  const twice = survey('[{"status":1},{"status":2},{"x":3}]');
  expect(placesOf(twice)).toEqual(['R12 /0/status', 'R12 /2/x']);
  expect([...twice.otherFields]).toEqual(['status', 'x']);
  const named = survey(`[{${many(1001, (index) => `"x${index}":0`).join(',')}},{"x999":0},{"x1000":0}]`);
  expect(named.otherFields.size).toBe(1000);
  expect(named.otherFields.has('x999')).toBe(true);
  expect(named.otherFields.has('x1000')).toBe(false);
  expect(named.counts.get('R12')).toBe(1002);
});

test('surveys each body once', () => {
  let surveys = 0;
  const once = surveyOnce((body) => {
    surveys += 1;
    return surveyList(body);
  });
  const body = Buffer.from('[{"id":1}]');
  expect(once(body)).toBe(once(body));
  expect(surveys).toBe(1);
  expect(once(Buffer.from('[]')).orders).toBe(0);
  expect(surveys).toBe(2);
});

const faultsOf = (text: string): readonly string[] =>
  surveyList(Buffer.from(text)).faults.map(({ rule, where, expected }) => `${rule} ${where}: ${expected}`);

test('names each place of a repeated id, and the first place', () => {
  expect(faultsOf('[{"id":1},{},{"id":2},{"id":1.0},{"id":10e-1},{"id":2}]')).toEqual([
    'R11 /3/id: an id other than that of /0',
    'R11 /4/id: an id other than that of /0',
    'R11 /5/id: an id other than that of /2',
  ]);
});

test('uses the last of two ids of one order', () => {
  const faults = faultsOf('[{"id":1},{"id":1,"id":2},{"id":2}]');
  expect(faults.filter((fault) => fault.startsWith('R11'))).toEqual([
    'R11 /2/id: an id other than that of /1',
  ]);
});

test('samples no item after the first mebibyte of a list', () => {
  const long = JSON.stringify('x'.repeat(1024 ** 2));
  expect(survey(`[{"id":1},${long},{"id":2}]`).sample).toEqual([{ id: 1 }]);
});
