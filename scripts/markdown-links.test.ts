import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/version.ts';
import { deadLinks, linksOf } from './markdown-links.ts';

const root = fileURLToPath(packageRoot);
const repository = {
  has: (path: string): boolean => existsSync(root + path),
  read: (path: string): string => readFileSync(root + path, 'utf8'),
};
const pages = globSync(['*.md', '{docs,examples,modules}/**/*.md'], {
  cwd: root,
  exclude: ['**/{node_modules,.venv,target}'],
});

test.each(pages)('every link in %s has a target', (page) => {
  expect(deadLinks(page, repository)).toEqual([]);
});

// The changelog names what is gone, and examples name their own files.
const named = pages.filter((page) => page !== 'CHANGELOG.md' && !page.startsWith('examples/'));
test.each(named)('every path in the code of %s exists', (page) => {
  const paths = repository.read(page).matchAll(/`((?:src|test|scripts|bench|\.ci)\/[\w./-]+)`/g);
  expect([...paths].map(([, path = '']) => path).filter((path) => !repository.has(path))).toEqual([]);
});

test.each([
  ['gone.md', 'a page'],
  ['../gone/', 'a folder'],
  ['gaps.md#gone', 'an anchor of another page'],
  ['#gone', 'an anchor'],
  ['../../../docs/', 'a file outside the repository'],
  ['/docs/reference/gaps.md', 'a path from the root'],
])('%s is dead: %s', (link) => {
  const files = new Map([
    ['docs/reference/page.md', `[a](${link})\n## Here\n`],
    ['docs/reference/gaps.md', '# Gaps\n<a id="cancel-again"></a>\n'],
  ]);
  const has = (path: string): boolean => [...files.keys()].some((file) => file.startsWith(path));
  const inFiles = { has, read: (path: string): string => files.get(path) ?? '' };
  expect(deadLinks('docs/reference/page.md', inFiles)).toEqual([link]);
});

test('a page may link files, folders, headings, ids and other sites', () => {
  const links = ['gaps.md', './gaps.md#gaps', 'gaps.md#cancel-again', '../', '#here', 'https://x.example/#y'];
  const files = new Map([
    ['docs/reference/page.md', `${links.map((link) => `[a](${link})`).join(' ')}\n## Here\n`],
    ['docs/reference/gaps.md', '# Gaps\n<a id="cancel-again"></a>\n'],
  ]);
  const has = (path: string): boolean => [...files.keys()].some((file) => file.startsWith(path));
  const inFiles = { has, read: (path: string): string => files.get(path) ?? '' };
  expect(linksOf(inFiles.read('docs/reference/page.md'))).toEqual(links);
  expect(deadLinks('docs/reference/page.md', inFiles)).toEqual([]);
});
