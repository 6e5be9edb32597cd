import { expect, test } from 'vitest';
import { idRanges, ruleOf, rules } from '../../contract/rules/rules.ts';
import { duration } from '../../report/amounts.ts';

test('finds every rule of the table', () => {
  expect(rules.map(({ id }) => ruleOf(id))).toEqual(rules);
});

test.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1200, '1.2 s'],
  [125_400, '2 min 5 s'],
])('writes %d milliseconds as %s', (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});

test.each([
  [[], ''],
  [['R01'], 'R01'],
  [['R01', 'R02'], 'R01 R02'],
  [['R01', 'R02', 'R03', 'R05', 'R09', 'R10', 'R11'], 'R01–R03 R05 R09–R11'],
])('joins %j as %s', (ids, text) => {
  expect(idRanges(ids)).toBe(text);
});
