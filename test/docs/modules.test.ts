import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';

const root = fileURLToPath(packageRoot);
const read = (file: string): string => readFileSync(root + file, 'utf8');

type Declares = (name: string) => RegExp;
const languages: readonly { readonly name: string; readonly sources: string; readonly declares: Declares }[] =
  [
    {
      name: 'TypeScript',
      sources: 'src/{client,testcontainers,embed,simulator}/**/*.ts',
      declares: (name) =>
        new RegExp(
          `(?:class|function) ${name}\\b|^ {2}(?:declare )?(?:readonly |async |override async |get )?${name}[(:]`,
          'm',
        ),
    },
    {
      name: 'Python',
      sources: 'modules/python/src/**/*.py',
      declares: (name) => new RegExp(`(?:class|def) ${name}\\b|\\bself\\.${name}\\b.* = `),
    },
    {
      name: 'Java',
      sources: 'modules/java/src/main/java/**/*.java',
      declares: (name) =>
        new RegExp(
          `(?:class|@interface) ${name}\\b|^ {4}(?:public |default |static |final |S |String )[\\w<>, ]*\\b${name}\\(`,
          'm',
        ),
    },
    {
      name: 'Go',
      sources: 'modules/go/storeorders/*.go',
      declares: (name) => new RegExp(`^func (?:\\(.*?\\) )?${name}\\(|^\\t${name} .*`, 'm'),
    },
  ];

const rows = read('docs/reference/modules.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
  .map((line) => line.slice(2, -2).split(' | '));

describe.each(languages)('docs/reference/modules.md for $name', ({ name, sources, declares }) => {
  const column = languages.findIndex((language) => language.name === name) + 1;
  const text = globSync(sources, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  const named = rows.flatMap((row) =>
    [...(row[column] ?? '').matchAll(/`@?([\w.]+)`/g)].map(([, one = '']) => one),
  );

  test('names what the sources declare', () => {
    const parts = named.flatMap((one) => one.split('.'));
    expect(parts.filter((part) => !declares(part).test(text))).toEqual([]);
    expect(named.length).toBeGreaterThan(rows.length);
  });

  test('has a cell in each row', () => {
    expect(rows.filter((row) => row.length !== languages.length + 1)).toEqual([]);
  });
});

test('docs/reference/modules.md names every method of an environment in Python', () => {
  const page = read('docs/reference/modules.md');
  const [, environment = ''] = read('modules/python/src/store_orders_sim/control.py').split(
    'class Environment:',
  );
  const methods = [...environment.matchAll(/^ {4}def ([a-z]\w+)/gm)].map(([, method = '']) => method);
  expect(methods.length).toBeGreaterThan(20);
  expect(methods.filter((method) => !page.includes(`\`${method}\``))).toEqual([]);
});
