import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rules } from '../../src/contract/rules/rules.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../../src/version.ts';

const page = readFileSync(new URL('docs/reference/specification.md', packageRoot), 'utf8');
const files = globSync('{src,test}/**/*.test.ts', { cwd: fileURLToPath(packageRoot) }).map((file) =>
  basename(file),
);

const names = (pattern: RegExp, text: string) => [...text.matchAll(pattern)].map(([, name = '']) => name);

/** The rows of the page: the part of the specification and the number of a rule in it, what decides, and the test files. */
const rows = [...page.matchAll(/^\| <a id="([^"]+)"><\/a>[^|]+ \| (.+) \| (.*) \|$/gm)].map(
  ([, id = '', decided = '', shown = '']) => ({
    id,
    decided,
    rules: names(/\[(R\d+)\]/g, decided),
    gaps: names(/\[([a-z-]+)\]\(gaps\.md#\1\)/g, decided),
    tests: names(/`([^`]+)`/g, shown),
  }),
);

test('every row of the page is read', () => {
  expect(rows).toHaveLength(page.match(/^\| <a id/gm)?.length ?? 0);
});

test.each(rows)('$id names rules, gaps and test files that exist', (row) => {
  expect(row.decided).not.toBe('');
  expect(row.tests).not.toEqual([]);
  expect(row.tests.filter((file) => !files.includes(file))).toEqual([]);
  expect(row.rules.filter((rule) => !rules.some(({ id }) => id === rule))).toEqual([]);
  expect(row.gaps.filter((gap) => !gaps.some(({ key }) => key === gap))).toEqual([]);
});

/** The parts of the specification that a rule or a gap names: `3`, `4.2 rule 1`, `5.4`. Standards follow a semicolon. */
function partsOf(spec: string): readonly string[] {
  const [parts = ''] = spec.split(';');
  return /^\d/.test(parts) ? parts.split(', ') : [];
}

/** Whether a row is of a part: part 5 numbers its sentences, so that 5.4 is `5-4`. */
const isOf = (part: string) => {
  const start = part.replace(/^5\.(\d)$/, '5-$1').replaceAll(' ', '-');
  return ({ id }: { readonly id: string }) => id === start || id.startsWith(`${start}-`);
};

test.each(rules)('rule $id is at a sentence of each part that it names', ({ id, spec }) => {
  const its = rows.filter((row) => row.rules.includes(id));
  expect(its).not.toEqual([]);
  expect(partsOf(spec).filter((part) => !its.some(isOf(part)))).toEqual([]);
});

test.each(gaps)('gap $key is at a sentence of a part that it names', ({ key, spec }) => {
  const its = rows.filter((row) => row.gaps.includes(key));
  expect(partsOf(spec).some((part) => its.some((row) => isOf(part)(row) || row.id.startsWith(part)))).toBe(
    true,
  );
});

test.each(gaps)('docs/reference/assumptions.md says how a client stops relying on $key', ({ key }) => {
  const assumptions = readFileSync(new URL('docs/reference/assumptions.md', packageRoot), 'utf8');
  const section = assumptions.split(/^(?=##+ )/m).find((one) => one.startsWith(`### ${key}\n`));
  expect(section).toMatch(/\*\*Wrong:\*\* [\s\S]*\/\/ right/);
});
