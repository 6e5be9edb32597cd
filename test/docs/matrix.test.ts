import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { noteSentences } from '../../src/matrix/report/note-cards.ts';
import { fixCommand, fixLine } from '../../src/matrix/report/words.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../../src/version.ts';

const read = (path: string) => readFileSync(new URL(path, packageRoot), 'utf8');
const page = read('docs/reference/dependences.md');
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((section) => [section.split('\n', 1)[0] ?? '', section.split(/^## /m)[0] ?? '']),
);

test.each(gaps.map(({ key }) => key))(
  'docs/reference/dependences.md shows how to fix %s, with code',
  (key) => {
    const home = 'https://git.example/sim';
    expect(fixLine(key, home)).toContainEqual({
      link: 'with code',
      to: `${home}/blob/main/docs/reference/dependences.md#${key}`,
    });
    expect(fixLine(key, undefined)).toEqual([{ code: fixCommand(key) }]);
    expect(sections.get(key)).toMatch(
      /\*\*Wrong:\*\*[\s\S]*```ts\n[\s\S]*\/\/ wrong[\s\S]*\/\/ right[\s\S]*```/,
    );
  },
);

test.each(Object.keys(noteSentences))(
  'docs/reference/dependences.md shows how to fix %s, with code',
  (kind) => {
    expect(sections.get(kind)).toMatch(/```ts\n\/\/ wrong[\s\S]*\/\/ right[\s\S]*```/);
  },
);

test('docs/reference/dependences.md has no section without a gap or a note', () => {
  const known = [...gaps.map(({ key }) => key), ...Object.keys(noteSentences)];
  expect([...sections.keys()]).toEqual(known);
});

test.each(gaps)('every choice of $key has a sentence of its own', ({ reliesOn, choices }) => {
  expect(Object.keys(reliesOn)).toEqual(Object.keys(choices));
  expect(new Set(Object.values(reliesOn)).size).toBe(Object.keys(choices).length);
});

test('the client of the guide has the same tests before and after', () => {
  const tests = (folder: string) => read(`examples/matrix/${folder}/refunds.test.ts`);
  expect(tests('after')).toBe(tests('before'));
});
