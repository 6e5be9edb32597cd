import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { deadLinks } from '../../../scripts/markdown-links.ts';
import { packageRoot } from '../../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (path: string): string => readFileSync(root + path, 'utf8');
const manifest = JSON.parse(read('package.json'));
let packed: readonly string[] = [];

beforeAll(async () => {
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
});

test('the package has what its command and its users read, and nothing of its development', () => {
  const files = [
    'openapi/store-orders.yaml',
    'scenarios/mixed.yaml',
    'dist/licences.txt',
    'dist/console/index.html',
  ];
  expect(packed).toEqual(expect.arrayContaining(files));
  expect(packed.filter((file) => /node_modules|__pycache__|package-lock/.test(file))).toEqual([]);
  // The tests of the examples are what users copy.
  const ours = packed.filter((file) => !file.startsWith('examples/'));
  expect(ours.filter((file) => /^(?:src|test|bench|scripts|\.ci)\/|\.test\./.test(file))).toEqual([]);
});

test('the pages name the Node.js that the package needs', () => {
  const pages = packed.filter((file) => /^docs\/(?:start|languages|guides)\/.*\.md$/.test(file));
  const named = pages.flatMap((page) => read(page).match(/Node 2\d\.\d+ or newer/g) ?? []);
  expect(new Set(named)).toEqual(new Set([`Node ${manifest.engines.node.replace('>=', '')} or newer`]));
});

const { repository, version } = manifest;
const name: string = new URL(repository.url).pathname.slice(1).replace(/\.git$/, '');

/** Returns the tracked files with a text. */
function filesWith(text: string): readonly string[] {
  const search = 'grep --name-only -I --ignore-case --fixed-strings'.split(' ');
  const args = [...search, text, '--', ':!test', ':!docs/maintainers'];
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.trim().split('\n');
}

test.each(filesWith(name))(
  '%s names the image and the action of this repository with its version',
  (file) => {
    const registry = new RegExp(`ghcr\\.io/(?!${name.toLowerCase()}:)`);
    expect(read(file)).not.toMatch(registry);
    const named = read(file).matchAll(new RegExp(`${name}(?::|@v|/modules/go v)(\\d[\\w.-]*\\w)`, 'gi'));
    for (const [whole, given] of named) expect(given, whole).toBe(version);
  },
);

test.each([
  ['modules/java/pom.xml', /<artifactId>store-orders-sim<\/artifactId>\s*<version>(.+)</],
  ['examples/junit5/pom.xml', /<artifactId>store-orders-sim<\/artifactId>\s*<version>(.+)</],
  ['docs/languages/java.md', /:store-orders-sim:([\d.]+\d)/],
  ['modules/python/pyproject.toml', /name = "store-orders-sim"\nversion = "(.+)"/],
  ['docs/guides/testing.md', /store-orders-sim-(\S+)\.tgz/],
])('%s has the version of the package', (file, pattern) => {
  expect(pattern.exec(read(file))?.[1]).toBe(version);
});
