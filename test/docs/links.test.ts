import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/shared/version.ts';

const root = fileURLToPath(packageRoot);
const pages = globSync(['*.md', 'docs/**/*.md', 'examples/**/*.md'], { cwd: root }).filter(
  (page) => !page.includes('node_modules'),
);

test.each(pages)('every link in %s has a target', (page) => {
  expect(deadLinks(page, readFileSync(new URL(page, packageRoot), 'utf8'))).toEqual([]);
});

test('a link to a missing file, anchor or heading is found', () => {
  const text =
    '[a](gone.md) [b](gaps.md#gone) [c](gaps.md#cancel-again) [d](#here) [e](https://x.example)\n## Here\n';
  expect(deadLinks('docs/reference/page.md', text)).toEqual(['gone.md', 'gaps.md#gone']);
});

function deadLinks(page: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link) && !hasTarget(page, text, link));
}

function hasTarget(page: string, text: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? undefined : new URL(path, new URL(page, packageRoot));
  if (file !== undefined && !existsSync(file)) return false;
  if (anchor === undefined) return true;
  return anchors(file === undefined ? text : readFileSync(file, 'utf8')).includes(anchor);
}

/** Returns the anchors of a page: `<a id="…">`, and the headings in the form that GitHub uses. */
function anchors(text: string): string[] {
  const given = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id);
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading);
  return [
    ...given,
    ...headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  ];
}
