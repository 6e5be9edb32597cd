import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { idRanges, ruleOf, rules } from './rules.ts';

const page = new URL('../../../docs/reference/rules.md', import.meta.url);

test('docs/reference/rules.md lists exactly the rules of the table', async () => {
  const text = await readFile(page, 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [RQ]\d/.test(line));
  const expected = rules.map(
    ({ id, key, sentence, severity, spec }) => `| ${id} | \`${key}\` | ${sentence} | ${severity} | ${spec} |`,
  );
  expect(rows).toEqual(expected);
});

test('finds every rule of the table', () => {
  expect(rules.map(({ id }) => ruleOf(id))).toEqual(rules);
});

test.each([
  [[], ''],
  [['R01'], 'R01'],
  [['R01', 'R02'], 'R01 R02'],
  [['R01', 'R02', 'R03', 'R05', 'R09', 'R10', 'R11'], 'R01–R03 R05 R09–R11'],
])('joins %j as %s', (ids, text) => {
  expect(idRanges(ids)).toBe(text);
});
