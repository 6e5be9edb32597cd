/** Links of Markdown pages, and the anchors that they may lead to. Paths are from the root of the repository. */

/** What a link may lead to: the path of a file or folder in the repository, and the text of a page. */
export type Repository = {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
};

/** Returns the targets of all links and images in a page, except those in code. */
export function linksOf(text: string): string[] {
  const prose = withoutCode(text);
  const inline = prose.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)/g);
  const definitions = prose.matchAll(/^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gm);
  const html = prose.matchAll(/<[a-z][^>]*\s(?:href|src)="([^"]+)"/gi);
  return [...inline, ...definitions, ...html].map(([, link = '']) => link);
}

/** Returns the anchors of a page: each `id` attribute, and the headings. */
export function anchorsOf(text: string): string[] {
  const given = [...withoutCode(text).matchAll(/<[a-z][^>]*\sid="([^"]+)"/gi)].map(([, id = '']) => id);
  const headings = withoutFences(text).matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm);
  const seen = new Map<string, number>();
  const slugs = [...headings].map(([, heading = '']) => {
    const slug = slugOf(plainText(heading));
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
  return [...given, ...slugs];
}

/** Returns the anchor of a heading, given as plain text, in the form that GitHub uses. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/** Returns the path that a link on a page leads to, or undefined if it leads to another site. */
export function pathOf(page: string, link: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link)) return undefined;
  const path = decodeURIComponent(new URL(link, `file:///repository/${page}`).pathname);
  return path.startsWith('/repository/') ? path.slice('/repository/'.length) : `..${path}`;
}

/** Returns the links of a page that lead to no file, folder or anchor of the repository. */
export function deadLinks(page: string, { has, read }: Repository): string[] {
  return linksOf(read(page)).filter((link) => {
    const path = pathOf(page, link);
    if (path === undefined) return false;
    if (path.startsWith('..') || !has(path)) return true;
    const anchor = link.split('#')[1];
    return anchor !== undefined && !anchorsOf(read(path)).includes(decodeURIComponent(anchor));
  });
}

function withoutFences(text: string): string {
  return text
    .replace(/^( *)(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\2[`~]* *$/gm, '')
    .replace(/<!--[\s\S]*?-->/g, '');
}

function withoutCode(text: string): string {
  return withoutFences(text).replace(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g, '');
}

function plainText(heading: string): string {
  return heading.replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/<[^>]*>/g, '');
}
