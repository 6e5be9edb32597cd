import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Cell } from '../../src/matrix/model.ts';
import { digestInputs } from '../../src/matrix/run/cache/cache-inputs.ts';
import { type CachedRun, cacheFolder, openRunCache } from '../../src/matrix/run/cache/run-cache.ts';
import { newFolder } from '../support/new-folder.ts';

const removing: Cell = { gaps: { 'cancelled-in-list': 'remove' }, faults: [] };
const failing: CachedRun = {
  outcome: { kind: 'failed', exit: 'exit code 1', tests: ['a'] },
  records: [{ kind: 'overflow', exchanges: 3 }],
  ms: 12,
};

test('finds a run only with the same cell, repetition and inputs', async () => {
  const folder = newFolder();
  const cache = await openRunCache(folder, 'npm test', { 'a.js': '1' });
  expect(cache.changed).toBe('there is no earlier matrix of this command');
  await cache.keep(removing, 0, failing);
  const again = await openRunCache(folder, 'npm test', { 'a.js': '1' });
  expect(again.changed).toBeUndefined();
  expect(await again.find(removing, 0)).toEqual(failing);
  expect(await again.find(removing, 1)).toBeUndefined();
  expect(await again.find({ ...removing, gaps: {} }, 0)).toBeUndefined();
  const other = await openRunCache(folder, 'npm test', { 'a.js': '2', 'b.js': '1' });
  expect(other.changed).toBe('a.js, b.js changed since the last matrix');
  expect(await other.find(removing, 0)).toBeUndefined();
  expect([...cache.notes(), ...again.notes(), ...other.notes()]).toEqual([]);
});

test('ignores a damaged file and says so', async () => {
  const folder = newFolder();
  const cache = await openRunCache(folder, 'npm test', {});
  await cache.keep(removing, 0, failing);
  const [group = ''] = readdirSync(folder);
  const [file = ''] = readdirSync(join(folder, group)).filter((name) => name !== 'inputs.json');
  const path = join(folder, group, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace('"passed"', '"failed"').slice(0, -5));
  expect(await cache.find(removing, 0)).toBeUndefined();
  expect(cache.notes()).toEqual([expect.stringMatching(/has damaged files, which are ignored/)]);
});

test('goes on without a cache that cannot be written', async () => {
  const file = join(newFolder(), 'file');
  writeFileSync(file, '');
  const cache = await openRunCache(join(file, 'matrix'), 'npm test', {});
  await cache.keep(removing, 0, failing);
  expect(await cache.find(removing, 0)).toBeUndefined();
  expect(cache.notes().join('\n')).toMatch(
    /cannot be written, so that the next matrix runs everything again/,
  );
});

test('keeps the runs of the matrices that ran last', async () => {
  const folder = newFolder();
  for (let at = 0; at < 25; at++) await openRunCache(folder, 'npm test', { at: `${at}` });
  expect(readdirSync(folder)).toHaveLength(20);
  expect((await openRunCache(folder, 'npm test', { at: '24' })).changed).toBeUndefined();
});

test('two matrices in one folder keep all their runs whole', async () => {
  const folder = newFolder();
  const cells = Array.from(
    { length: 30 },
    (_, at): Cell => ({ gaps: { 'conflict-body': `${at}` }, faults: [] }),
  );
  const caches = await Promise.all([1, 2, 3].map(() => openRunCache(folder, 'npm test', {})));
  await Promise.all(caches.flatMap((cache) => cells.map((cell) => cache.keep(cell, 0, failing))));
  for (const cell of cells) expect(await caches[0]?.find(cell, 0)).toEqual(failing);
  expect(caches.flatMap((cache) => cache.notes())).toEqual([]);
  expect(readdirSync(folder, { recursive: true }).filter((name) => `${name}`.endsWith('.tmp'))).toEqual([]);
});

test('creates a folder that Git ignores', async () => {
  const cwd = newFolder();
  expect(await cacheFolder(cwd)).toBe(join(cwd, '.store-orders-sim', 'matrix'));
  expect(readFileSync(join(cwd, '.store-orders-sim', '.gitignore'), 'utf8')).toBe('*\n');
});

test('digests the files of a pattern, without those that are installed', async () => {
  const cwd = newFolder();
  for (const folder of ['src', 'src/deep', 'src/node_modules']) mkdirSync(join(cwd, folder));
  for (const file of ['src/a.js', 'src/deep/b.js', 'src/c.txt', 'src/node_modules/d.js'])
    writeFileSync(join(cwd, file), file);
  expect(Object.keys(await digestInputs(['src/**/*.js'], cwd))).toEqual(['src/a.js', 'src/deep/b.js']);
  expect(Object.keys(await digestInputs(['src'], cwd))).toEqual(['src/a.js', 'src/c.txt', 'src/deep/b.js']);
  const before = await digestInputs(['src/a.js'], cwd);
  writeFileSync(join(cwd, 'src/a.js'), 'other');
  expect(await digestInputs(['src/a.js'], cwd)).not.toEqual(before);
  await expect(digestInputs(['srk/*.js'], cwd)).rejects.toThrow(/--input "srk\/\*.js" matches no file/);
});
