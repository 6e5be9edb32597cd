import { expect, test } from 'vitest';
import { isSearched } from './search.ts';

test.each([
  ['docs/reference/faults.md', true],
  ['examples/go/README.md', true],
  ['SECURITY.md', true],
  ['CHANGELOG.md', false],
  ['docs/maintainers/quality.md', false],
  ['docs/maintainers/decisions/0003-the-default-promises-least.md', false],
])('whether the search of the site finds %s: %s', (file, found) => {
  expect(isSearched(file)).toBe(found);
});
