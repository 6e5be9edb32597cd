import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allRules } from './rules.ts';

test('docs/reference/rules.md lists exactly the rules of the table', async () => {
  const text = await readFile(new URL('../../../docs/reference/rules.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [RQ]\d/.test(line));
  const expected = allRules.map(
    ({ id, key, sentence, severity, spec }) => `| ${id} | \`${key}\` | ${sentence} | ${severity} | ${spec} |`,
  );
  expect(rows).toEqual(expected);
});
