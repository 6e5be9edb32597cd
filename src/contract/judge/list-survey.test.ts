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

test.each([0, 1, 2, 63, 64, 65, 129, 999, 1000, 1001, 1500])('counts %i orders and their ids', (count) => {
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
  ['[1,2,2,3]', true],
  ['[1,2,1]', false],
  ['[2,1,3]', false],
  ['[-1,0,5]', true],
  ['[]', true],
])('knows whether the ids %s rise', (ids, rising) => {
  const numbers: readonly number[] = JSON.parse(ids);
  expect(survey(`[${numbers.map((id) => `{"id":${id}}`).join(',')}]`).rising).toBe(rising);
  const far = [...many(1200, (index) => whole(index - 5000)), ...numbers.map((id) => `{"id":${id}}`)];
  expect(survey(`[${far.join(',')}]`).rising).toBe(rising);
});

test.each([
  ['at the beginning', 0],
  ['far down', 1200],
])('knows the fields of any order and of all, %s', (_where, before) => {
  const { id, petId, complete } = fieldBits;
  const head = many(before, (index) => `{"id":${index},"petId":1}`);
  const result = survey(`[${[...head, '{"id":-1,"petId":2}', '{"id":-2,"complete":false}'].join(',')}]`);
  expect(result.fieldsInAny).toBe(id | petId | complete);
  expect(result.fieldsInAll).toBe(id);
  expect(survey(`[${[...head, '{"id":-1,"petId":"x"}'].join(',')}]`).fieldsInAll).toBe(id | petId);
  expect(survey('[{"petId":"x"}]').fieldsThatFit).toBe(0);
  expect(survey('[{"petId":1e19}]').fieldsThatFit).toBe(petId);
});

test.each([
  ['at the beginning', 0],
  ['far down', 1200],
])('knows the forms of ship dates, %s', (_where, before) => {
  const dated = (text: string): string => `{"shipDate":"${text}"}`;
  const forms = ['2026-01-20T10:00:00.000Z', '2026-01-20T10:00:00+01:00', '2026-01-20t10:00:00z'].map(dated);
  const head = many(before, () => '{}');
  const { dateForms } = survey(`[${[...head, ...forms].join(',')}]`);
  expect([...dateForms].sort()).toEqual(['another form', 'millis', 'offset']);
  const odd = '{"shipDate":"2026-01-20T10:00:00.000Z","x":1},{"shipDate":"soon"},{"shipDate":7}';
  expect([...survey(`[${[...head, odd].join(',')}]`).dateForms]).toEqual(['millis', 'another form']);
});

test.each([
  ['at the beginning', 0],
  ['far down', 1200],
])('points at what is wrong in an order %s', (_where, before) => {
  const wrong = [
    '{"id":"x"}',
    '{"id":1e19}',
    '{"shipDate":"soon"}',
    '{"status":"x"}',
    '7',
    '{"quantity":null}',
  ];
  const head = many(before);
  const text = `[${[...head, ...wrong, whole(-1)].join(',')}]`;
  const result = survey(text);
  expect(placesOf(result)).toEqual([
    `R08 /${before}/id`,
    `R09 /${before + 1}/id`,
    `R10 /${before + 2}/shipDate`,
    `R12 /${before + 3}/status`,
    `R07 /${before + 4}`,
    `R08 /${before + 5}/quantity`,
  ]);
  expect(result.faults.map(({ start, end }) => text.slice(start, end))).toEqual([
    '"x"',
    '1e19',
    '"soon"',
    '"x"',
    '7',
    'null',
  ]);
  expect(result).toMatchObject({ orders: before + 7, objects: before + 6 });
  expect(result.faults.map(({ expected }) => expected)).toEqual([
    'an integer, not a string',
    'an integer from -2^63 to 2^63-1',
    'a date-time like 2026-01-20T10:00:00Z',
    'only the fields id, petId, quantity, shipDate and complete',
    'an Order object',
    'an integer, or no quantity, not null',
  ]);
});

test('has no limit for a quantity, and does not take a petId for an id', () => {
  const result = survey('[{"quantity":1e30,"petId":7},{"petId":7}]');
  expect([result.faults, result.ids.size]).toEqual([[], 0]);
});

test('names what is there instead of a value', () => {
  const expectations = survey('[{"complete":null,"shipDate":true,"quantity":1.5,"petId":{}}]').faults;
  expect(expectations.map(({ expected }) => expected)).toEqual([
    'true or false, or no complete, not null',
    'a string, not a boolean',
    'an integer, not a fraction',
    'an integer, not an object',
  ]);
});

test('reports the faults in the order of the text, repeated ids among them', () => {
  expect(placesOf(survey('[{"id":1},{"id":1},{"petId":"x"},{"id":1}]'))).toEqual([
    'R11 /1/id',
    'R08 /2/petId',
    'R11 /3/id',
  ]);
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

test.each([
  ['{"id":1}', 'R07'],
  ['null', 'R07'],
  ['[', undefined],
])('reports that %s is not a list', (text, rule) => {
  expect(survey(text).faults.map((fault) => [fault.rule, fault.where, fault.expected])).toEqual(
    rule === undefined ? [] : [[rule, '', 'an array of orders']],
  );
});

test.each([
  ['a comma is missing', (head: string[]) => `[${head.join(',')}${whole(-1)}]`],
  ['there is a comma too many', (head: string[]) => `[${head.join(',')},]`],
  ['there are two commas', (head: string[]) => `[${head.join(',')},,${whole(-1)}]`],
  ['the end is missing', (head: string[]) => `[${head.join(',')}`],
  ['something follows', (head: string[]) => `[${head.join(',')}] x`],
])('cannot read a long list to its end where %s', (_what, textOf) => {
  const { text } = survey(textOf(many(1200)));
  expect(text.root).toBeUndefined();
  expect(text.flawCount).toBe(1);
});

test.each([' ', '\n', '\r', '\t', ' \r\n\t '])('reads %j as white space anywhere in a long list', (space) => {
  const date = '"2026-01-20T10:00:00Z"';
  const spaced = many(1200, (id) =>
    ['{', '"id"', ':', id, ',', '"shipDate"', ':', date, ',', '"complete"', ':', 'true', '}'].join(space),
  );
  const result = survey(['', '[', spaced.join(`${space},${space}`), ']', ''].join(space));
  expect(result.text.flaws).toEqual([]);
  expect(result).toMatchObject({ orders: 1200, faults: [] });
  expect(result.ids.size).toBe(1200);
});

test.each(['\u000b', '\u00a0', '\u0001', '\u000c'])(
  'does not read %j as white space in a long list',
  (letter) => {
    expect(survey(`[${many(1200).join(`,${letter}`)}]`).text.root).toBeUndefined();
  },
);

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

test('skips what has no id of 64 bits, and counts it as a place', () => {
  const odd = '"id",[{"id":1}],null,{"petId":1},{"id":"1"},{"id":1.5},{"id":1e19}';
  expect(faultsOf(`[${odd},{"id":1},{"id":1}]`).filter((fault) => fault.startsWith('R11'))).toEqual([
    'R11 /8/id: an id other than that of /7',
  ]);
});

test('uses the last of two ids of one order', () => {
  const faults = faultsOf('[{"id":1},{"id":1,"id":2},{"id":2}]');
  expect(faults.filter((fault) => fault.startsWith('R11'))).toEqual([
    'R11 /2/id: an id other than that of /1',
  ]);
});

test('points at the bytes of the repeated id', () => {
  const text = '[{"id":1},{"petId":3,"id":1}]';
  const [fault] = surveyList(Buffer.from(text)).faults;
  expect(text.slice(fault?.start, fault?.end)).toBe('1');
  expect(fault?.start).toBe(26);
});

test('samples no item after the first mebibyte of a list', () => {
  const long = JSON.stringify('x'.repeat(1024 ** 2));
  expect(survey(`[{"id":1},${long},{"id":2}]`).sample).toEqual([{ id: 1 }]);
});
