import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { deadLinks } from '../../../scripts/markdown-links.ts';
import { packageRoot } from '../../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (path: string): string => readFileSync(root + path, 'utf8');
let packed: readonly string[] = [];

beforeAll(async () => {
  // --ignore-scripts: what is in dist/ does not matter here.
  const pack = ['pack', '--dry-run', '--json', '--ignore-scripts'];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: root, maxBuffer: 64e6 });
  const [{ files }]: [{ files: readonly { path: string }[] }] = JSON.parse(stdout);
  packed = files.map(({ path }) => path);
});

const has = (path: string): boolean =>
  packed.some((file) => file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));

test('every link of a page in the package leads to a file in the package', () => {
  const pages = packed.filter((file) => file.endsWith('.md') && !file.startsWith('dist/'));
  expect(pages).toEqual(
    expect.arrayContaining(['README.md', 'CHANGELOG.md', 'docs/index.md', 'docs/start/index.md']),
  );
  const dead = pages.flatMap((page) => deadLinks(page, { has, read }).map((link) => `${page}: ${link}`));
  expect(dead).toEqual([]);
});

test('the package has the pages for users, and no others', () => {
  const folders = new Set(
    packed.filter((file) => file.startsWith('docs/')).map((file) => file.split('/')[1]),
  );
  expect(folders).toEqual(new Set(['index.md', 'start', 'languages', 'guides', 'reference']));
  expect(packed.filter((file) => /node_modules|__pycache__|package-lock/.test(file))).toEqual([]);
});

test('the pages name the Node.js that the package needs', () => {
  const { engines } = JSON.parse(read('package.json'));
  const pages = packed.filter((file) => /^docs\/(?:start|languages|guides)\/.*\.md$/.test(file));
  const named = pages.flatMap((page) => read(page).match(/Node 2\d\.\d+ or newer/g) ?? []);
  expect(new Set(named)).toEqual(new Set([`Node ${engines.node.replace('>=', '')} or newer`]));
});
