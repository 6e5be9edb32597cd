import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { boundedCollections } from './bounded-collections.ts';

const folder = new URL('src/', packageRoot);
const startsEmpty =
  /new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|^ {2}(?:readonly )?#\w+.* = \[\];|^(?:export )?function create(?:(?!^\}$).|\n)*?^ {2}(?:const|let) \w+: .* = \[\];/m;

test('each file of a running process with a collection that starts empty is in the table that says what bounds it', () => {
  const files = globSync('{faults,http,secrets,simulator}/**/*.ts', {
    cwd: folder,
    exclude: ['**/*.test.ts'],
  });
  const holding = files.filter((file) => startsEmpty.test(readFileSync(new URL(file, folder), 'utf8')));
  expect(holding.length).toBeGreaterThan(20);
  expect(Object.keys(boundedCollections).toSorted()).toEqual(holding.toSorted());
});
