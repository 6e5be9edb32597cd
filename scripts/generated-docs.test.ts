import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { gaps } from '../src/simulator/environment/gaps/gaps.ts';
import { packageRoot } from '../src/version.ts';
import { generatedDocs, replaceSection } from './generated-docs.ts';

const docs = [...(await generatedDocs())];

test.each(docs)('%s is what `npm run generate` makes', (file, text) => {
  expect(readFileSync(new URL(file, packageRoot), 'utf8')).toBe(text);
});

test('a document that is out of date is found', () => {
  const old = 'Before.\n<!-- generated: x -->\n\nold\n\n<!-- end: x -->\nAfter.\n';
  const made = replaceSection(old, 'x', 'new');
  expect(made).toBe('Before.\n<!-- generated: x -->\n\nnew\n\n<!-- end: x -->\nAfter.\n');
  expect(replaceSection(made, 'x', 'new')).toBe(made);
});

test.each([
  ['no marks', 'text'],
  ['no end', '<!-- generated: x -->'],
  ['the end first', '<!-- end: x --><!-- generated: x -->'],
  ['two beginnings', '<!-- generated: x --><!-- end: x --><!-- generated: x -->'],
])('refuses a document with %s', (_what, text) => {
  expect(() => replaceSection(text, 'x', 'new')).toThrow('needs <!-- generated: x -->');
});

test.each(gaps)('docs/reference/assumptions.md says how a client stops relying on $key', ({ key }) => {
  const page = readFileSync(new URL('docs/reference/assumptions.md', packageRoot), 'utf8');
  const section = page.split(/^(?=##+ )/m).find((one) => one.startsWith(`### ${key}\n`));
  expect(section).toMatch(/\*\*Wrong:\*\* [\s\S]*\/\/ right/);
});
