import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '../../../test/support/new-folder.ts';
import { UserError } from '../../user-error.ts';
import { createCatalog } from './catalog.ts';

/** A folder `own` with scenarios, between others that no name may reach. */
function makeFolders(): { root: string; own: string } {
  const root = realpathSync(newFolder());
  const own = join(root, 'own');
  for (const folder of [own, join(own, 'inner')]) mkdirSync(folder);
  const scenario = (description: string) => `description: ${description}\n`;
  writeFileSync(join(own, 'mine.yaml'), scenario('mine'));
  writeFileSync(join(own, 'mixed.yml'), scenario('my own mixed'));
  writeFileSync(join(own, 'data.json'), '{ "description": "data" }');
  writeFileSync(join(own, 'inner', 'deep.yaml'), scenario('deep'));
  writeFileSync(join(own, 'notes.txt'), 'no scenario');
  writeFileSync(join(own, 'Upper.yaml'), scenario('upper'));
  writeFileSync(join(own, 'other.schema.json'), '{}');
  writeFileSync(join(root, 'secret.yaml'), scenario('secret'));
  return { root, own };
}

const { root, own } = makeFolders();
const catalog = createCatalog({ folder: own });

async function problemOf(opening: Promise<unknown>): Promise<string> {
  const error = await opening.catch((reason: unknown) => reason);
  return error instanceof UserError ? error.message : `no UserError: ${JSON.stringify(error)}`;
}

test('scenarios of the folder override and extend the built-in ones', async () => {
  const names = await catalog.names();
  for (const name of ['data', 'mine', 'mixed', 'pending']) expect(names).toContain(name);
  expect(names).toEqual([...new Set(names)].sort());
  expect(await catalog.open('mixed')).toMatchObject({ content: { description: 'my own mixed' } });
  expect(await catalog.open('data')).toMatchObject({ source: 'folder', content: { description: 'data' } });
  expect(await catalog.open('pending')).toMatchObject({ source: 'built-in', file: 'scenarios/pending.yaml' });
});

test('files that are not scenarios have no name', async () => {
  const names = await catalog.names();
  for (const name of ['notes', 'Upper', 'upper', 'other.schema', 'other', 'inner', 'deep'])
    expect(names).not.toContain(name);
  expect(await createCatalog().names()).not.toContain('scenario.schema');
});

test('opens a new file of the folder immediately', async () => {
  const folder = newFolder();
  const fresh = createCatalog({ folder });
  expect(await problemOf(fresh.open('late'))).toMatch(/^there is no scenario "late"/);
  writeFileSync(join(folder, 'late.yaml'), 'description: late\n');
  expect(await fresh.open('late')).toMatchObject({ name: 'late' });
});

test('suggests the nearest name for an unknown one', async () => {
  expect(await problemOf(catalog.open('mxied'))).toBe('there is no scenario "mxied"; did you mean "mixed"?');
  expect(await problemOf(createCatalog().open('zzzzzzzz'))).toMatch(/; use one of cancelled, dates, /);
});

test('refuses two files with the same name', async () => {
  const folder = newFolder();
  for (const file of ['twice.json', 'twice.yaml']) writeFileSync(join(folder, file), '{}');
  expect(await problemOf(createCatalog({ folder }).open('twice'))).toBe(
    'there are two scenarios "twice": twice.json and twice.yaml; remove one of them',
  );
});

test('reports a missing folder', async () => {
  const folder = join(root, 'nowhere');
  expect(await problemOf(createCatalog({ folder }).names())).toBe(`${folder} does not exist`);
});

const hostileNames = [
  ...['', '../secret', '/etc/passwd', '..%2fsecret', '..\\secret', 'Mine', '__proto__', 'mine\u0000'],
  ...[`${root}/secret.yaml`, 'a'.repeat(65)],
];

test.each(hostileNames)('refuses the name %j', async (name) => {
  expect(await problemOf(catalog.open(name))).toMatch(/ is not a valid scenario name; expected lower-case/);
});

test('accepts paths only on the command line', async () => {
  const path = join(root, 'secret.yaml');
  const file = { name: 'secret', source: 'file', file: path };
  expect(await createCatalog({ allowPaths: true }).open(path)).toMatchObject(file);
  expect(await problemOf(createCatalog().open(path))).toMatch(/is not a valid scenario name/);
});

test('distinguishes a path from a name by its slash or its extension', async () => {
  const withPaths = createCatalog({ folder: own, allowPaths: true });
  expect(await withPaths.open('mine')).toMatchObject({ source: 'folder' });
  for (const path of ['mine.yaml', 'mine.yml', 'mine.json', './mine'])
    expect(await problemOf(withPaths.open(path))).toBe(`${path} does not exist`);
  expect(await problemOf(withPaths.open(`${own}/`))).toBe(`${own}/ is a folder`);
  expect(await problemOf(withPaths.open('a\u0000/b.yaml'))).toMatch(/is not a file name$/);
});
