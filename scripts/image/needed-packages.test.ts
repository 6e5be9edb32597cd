import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { surplusPackages } from './needed-packages.ts';

/** Installs packages, by place, with their dependencies. */
async function installed(packages: Readonly<Record<string, readonly string[]>>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'packages-'));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [place, needs] of Object.entries(packages)) {
    const dependencies = Object.fromEntries(needs.map((name) => [name, '*']));
    const name = place.split('node_modules/').at(-1);
    await mkdir(join(root, place), { recursive: true });
    await writeFile(join(root, place, 'package.json'), JSON.stringify({ name, dependencies }));
  }
  return root;
}

const tree = {
  '': ['a', '@s/b'],
  'node_modules/a': ['c', 'absent'],
  'node_modules/a/node_modules/c': ['d'],
  'node_modules/c': ['e'],
  'node_modules/@s/b': ['c', 'a'],
  'node_modules/d': ['c'],
  'node_modules/e': [],
  'node_modules/f': ['e'],
};

test('what nothing needs is surplus, and each finds the package that Node would', async () => {
  expect(surplusPackages(await installed(tree), [])).toEqual(['node_modules/f']);
});

test('a cut takes away what it alone led to', async () => {
  const root = await installed(tree);
  const why = 'it is not run';
  expect([...surplusPackages(root, [{ from: '', to: /^@s\/b$/, why }])].sort()).toEqual([
    'node_modules/@s/b',
    'node_modules/f',
  ]);
  expect(surplusPackages(root, [{ from: 'd', to: /^c$/, why }])).toEqual(['node_modules/f']);
  const everywhere = surplusPackages(root, [{ from: '*', to: /^c$/, why }]);
  expect(new Set(everywhere)).toEqual(
    new Set(['a/node_modules/c', 'c', 'd', 'e', 'f'].map((name) => `node_modules/${name}`)),
  );
});
