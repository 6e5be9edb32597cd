import { expect, test } from 'vitest';
import { isSearched, searchOptions } from './search.ts';

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

test('the search of the site ranks a page of an example below a guide, and matches no misspelled word', () => {
  expect(searchOptions.fuzzy).toBe(false);
  expect(searchOptions.boostDocument('/examples/go/#run')).toBeLessThan(
    searchOptions.boostDocument('/languages/go.html'),
  );
});
