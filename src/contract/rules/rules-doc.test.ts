import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { rules } from './rules.ts';

const page = new URL('../../../docs/reference/rules.md', import.meta.url);

test('docs/reference/rules.md lists exactly the rules of the table', async () => {
  const text = await readFile(page, 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [RQ]\d/.test(line));
  const expected = rules.map(
    ({ id, key, sentence, severity, spec }) => `| ${id} | \`${key}\` | ${sentence} | ${severity} | ${spec} |`,
  );
  expect(rows).toEqual(expected);
});
