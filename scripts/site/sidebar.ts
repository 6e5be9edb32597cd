/** A group of the sidebar, with its pages. */
export type SidebarGroup = {
  readonly text: string;
  readonly collapsed?: boolean;
  readonly items: readonly { readonly text: string; readonly link: string }[];
};

/** The title of each page by its path on the site, such as `guides/ci.md`. */
export type Titles = ReadonlyMap<string, string>;

const groups = [
  { text: 'Start here', folder: 'start/', first: ['index'] },
  {
    text: 'Languages',
    folder: 'languages/',
    first: ['index', 'java', 'python', 'go', 'typescript', 'dotnet'],
  },
  {
    text: 'Guides',
    folder: 'guides/',
    first: [
      'testing',
      'matrix',
      'console',
      'mcp',
      'ci',
      'scaling',
      'checking',
      'checking-gates',
      'races',
      'deployment',
      'proxy',
    ],
  },
  {
    text: 'Reference',
    folder: 'reference/',
    first: [
      'settings',
      'control-api',
      'scenarios',
      'faults',
      'gaps',
      'dependences',
      'rules',
      'specification',
      'modules',
    ],
  },
  { text: 'Modules', folder: 'modules/', first: [] },
  { text: 'Examples', folder: 'examples/', first: ['index'], collapsed: true },
  { text: 'For maintainers', folder: 'maintainers/', first: ['index'], collapsed: true },
  { text: 'Decisions', folder: 'maintainers/decisions/', first: [], collapsed: true },
] as const;

const outside = {
  text: 'About',
  folder: '',
  first: ['CHANGELOG', 'SECURITY', 'ARCHITECTURE', 'CONTRIBUTING'],
};

/** Returns the sidebar: every page is in it, those of a group in the order of the group, then by title. */
export function sidebar(titles: Titles): readonly SidebarGroup[] {
  return [...groups, outside].map((group) => {
    const inGroup = [...titles].filter(([path]) => folderOf(path) === group.folder);
    const place = (path: string): number => {
      const at = group.first.findIndex((name) => `${group.folder}${name}.md` === path);
      return at < 0 ? group.first.length : at;
    };
    inGroup.sort(
      ([a, one], [b, other]) => place(a) - place(b) || one.localeCompare(other, 'en', { numeric: true }),
    );
    const items = inGroup.map(([path, text]) => ({ text, link: `/${path}` }));
    return { text: group.text, ...('collapsed' in group && { collapsed: true }), items };
  });
}

/** Each example and each module has a folder of its own. The front page is in no group. */
function folderOf(path: string): string | undefined {
  const [, folder] = /^((?:examples|modules)\/)/.exec(path) ?? [];
  if (folder !== undefined) return folder;
  return path === 'index.md' ? undefined : path.replace(/[^/]*$/, '');
}
