import { globSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageRoot } from '../../src/version.ts';
import { pathOf } from '../markdown-links.ts';

const root = fileURLToPath(packageRoot);

/** What a link in a Markdown file becomes on the site: a page, or a copy of a file of the repository. */
export type SiteLink =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'file'; readonly path: string; readonly href: string };

/** Returns the Markdown files that are pages of the site, by their paths in the repository. */
export function sitePages(): ReadonlySet<string> {
  const files = globSync(
    ['docs/**/*.md', '{examples,modules}/**/README.md', '{ARCHITECTURE,CHANGELOG,CONTRIBUTING,SECURITY}.md'],
    { cwd: root, exclude: ['**/{node_modules,.venv}'] },
  );
  return new Set(files);
}

/** Returns the path on the site of a Markdown file: `docs/` is its root, and README.md is the page of its folder. */
export function sitePath(file: string): string {
  return file.replace(/^docs\//, '').replace(/README\.md$/, 'index.md');
}

/**
 * Returns what a link on a page becomes, or undefined for a link to another site or within the page. Throws if the link
 * leads to neither a page nor another file: a folder without README.md, a Markdown file that is not a page, or nothing.
 */
export function siteLink(page: string, link: string, pages: ReadonlySet<string>): SiteLink | undefined {
  const path = pathOf(page, link);
  if (path === undefined || link.startsWith('#')) return undefined;
  const file = [path, posix.join(path, 'README.md')].find((each) => pages.has(each));
  if (file !== undefined) return { kind: 'page', href: `/${sitePath(file)}${/#.*$/.exec(link)?.[0] ?? ''}` };
  const isFile = statSync(root + path, { throwIfNoEntry: false })?.isFile() === true;
  if (!isFile || path.endsWith('.md'))
    throw new Error(`${page} links ${link}; expected a page, a folder with a README.md, or another file`);
  // As text, so that a browser shows a script or a configuration file and does not download it.
  return { kind: 'file', path, href: `/files/${path}.txt` };
}
