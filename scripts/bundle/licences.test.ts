import { mkdirSync, writeFileSync } from 'node:fs';
import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { newFolder } from '../../test/support/new-folder.ts';
import { bundledPackages } from './licences.ts';

/** A folder with a package inside another, and the metafile of a bundle with code of both, but not of `unused`. */
function packageWith(license: string): { readonly root: string; readonly metafile: Metafile } {
  const root = `${newFolder()}/`;
  const inner = 'node_modules/outer/node_modules/@scope/inner';
  mkdirSync(root + inner, { recursive: true });
  const write = (file: string, text: string) => writeFileSync(root + file, text);
  write('node_modules/outer/package.json', '{"name":"outer","version":"1.0.0","license":"MIT"}');
  write('node_modules/outer/LICENSE.md', 'Permission is granted');
  write(`${inner}/package.json`, JSON.stringify({ name: '@scope/inner', version: '2.0.0', license }));
  const inputs = {
    'src/main.ts': { bytesInOutput: 9 },
    'node_modules/outer/lib/index.js': { bytesInOutput: 9 },
    [`${inner}/index.js`]: { bytesInOutput: 9 },
    'node_modules/unused/index.js': { bytesInOutput: 0 },
  };
  const output = { inputs, bytes: 27, imports: [], exports: [] };
  return { root, metafile: { inputs: {}, outputs: { 'dist/main.js': output } } };
}

test('finds the packages that have code in a bundle, and their licences', () => {
  const { root, metafile } = packageWith('ISC');
  expect(bundledPackages(root, metafile)).toEqual([
    {
      place: 'node_modules/outer/node_modules/@scope/inner',
      name: '@scope/inner',
      version: '2.0.0',
      licence: 'ISC',
      text: '',
    },
    {
      place: 'node_modules/outer',
      name: 'outer',
      version: '1.0.0',
      licence: 'MIT',
      text: 'Permission is granted',
    },
  ]);
});

test.each(['GPL-3.0-only', 'UNLICENSED', 'SEE LICENSE IN LICENSE'])(
  'refuses to bundle a package under %s',
  (license) => {
    const { root, metafile } = packageWith(license);
    expect(() => bundledPackages(root, metafile)).toThrow(
      `node_modules/outer/node_modules/@scope/inner cannot be bundled: its licence is ${license}`,
    );
  },
);
