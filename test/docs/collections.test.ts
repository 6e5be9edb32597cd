import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';

const folder = new URL('src/', packageRoot);
const startsEmpty = /new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\)|^ {2}(?:readonly )?#\w+.* = \[\];/m;

test('each file of a running process with a collection that starts empty is on the page that says what bounds it', () => {
  const files = globSync('{faults,http,secrets,simulator}/**/*.ts', {
    cwd: folder,
    exclude: ['**/*.test.ts'],
  });
  const holding = files.filter((file) => startsEmpty.test(readFileSync(new URL(file, folder), 'utf8')));
  const page = readFileSync(new URL('docs/maintainers/security.md', packageRoot), 'utf8');
  const [, section = ''] = /### Collections\n([\s\S]*?)\n## /.exec(page) ?? [];
  const listed = [...section.matchAll(/^\| (`.*?) \|/gm)].flatMap(
    ([, cell = '']) => cell.match(/[\w/-]+\.ts/g) ?? [],
  );
  expect(holding.length).toBeGreaterThan(20);
  expect(listed.toSorted()).toEqual(holding.toSorted());
});
