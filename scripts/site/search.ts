import { sitePath } from './site-links.ts';

/**
 * How the search of the site compares words: a section has all words or their beginnings, letter by letter. The function
 * is sent to the browser as text.
 */
export const searchOptions = {
  fuzzy: false,
  prefix: true,
  combineWith: 'AND',
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: (id: string): number => (id.includes('/examples/') ? 0.3 : 1),
} as const;

/** Returns whether the search finds a Markdown file of the repository. Those about the development are left out. */
export function isSearched(file: string): boolean {
  return !/^(?:maintainers\/|(?:CHANGELOG|ARCHITECTURE|CONTRIBUTING)\.md$)/.test(sitePath(file));
}
