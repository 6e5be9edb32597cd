import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rules } from './rules.ts';

test('docs/reference/rules.md lists exactly the rules of the table', async () => {
  const text = await readFile(new URL('../../../docs/reference/rules.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| R'));
  const expected = rules.map(
    ({ id, key, sentence, severity, spec }) => `| ${id} | \`${key}\` | ${sentence} | ${severity} | ${spec} |`,
  );
  expect(rows).toEqual(expected);
});
