import { expect, test } from 'vitest';
import { surveyList } from './list-survey.ts';

const faultsOf = (text: string): readonly string[] =>
  surveyList(Buffer.from(text)).faults.map(({ rule, where, expected }) => `${rule} ${where}: ${expected}`);

test('names each place where an id stands again, and the first place where it stood', () => {
  expect(faultsOf('[{"id":1},{},{"id":2},{"id":1.0},{"id":10e-1},{"id":2}]')).toEqual([
    'R11 /3/id: an id other than that of /0',
    'R11 /4/id: an id other than that of /0',
    'R11 /5/id: an id other than that of /2',
  ]);
});

test('passes over what has no id of 64 bits, and counts it as a place', () => {
  const odd = '"id",[{"id":1}],null,{"petId":1},{"id":"1"},{"id":1.5},{"id":1e19}';
  expect(faultsOf(`[${odd},{"id":1},{"id":1}]`).filter((fault) => fault.startsWith('R11'))).toEqual([
    'R11 /8/id: an id other than that of /7',
  ]);
});

test('takes the last of two ids of one order', () => {
  const faults = faultsOf('[{"id":1},{"id":1,"id":2},{"id":2}]');
  expect(faults.filter((fault) => fault.startsWith('R11'))).toEqual([
    'R11 /2/id: an id other than that of /1',
  ]);
});

test('points at the bytes of the id that stands again', () => {
  const text = '[{"id":1},{"petId":3,"id":1}]';
  const [fault] = surveyList(Buffer.from(text)).faults;
  expect(text.slice(fault?.start, fault?.end)).toBe('1');
  expect(fault?.start).toBe(26);
});
