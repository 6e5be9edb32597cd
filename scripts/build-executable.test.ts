import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { packageRoot } from '../src/version.ts';
import { readByProgram } from './build-executable.ts';

/** What only people and jobs read in the image. */
const forPeople = ['LICENSE', 'CHANGELOG.md'];

test('the executable contains the files that the program reads in the image', () => {
  const dockerfile = readFileSync(new URL('Dockerfile', packageRoot), 'utf8');
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \/app\/\S*$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied.filter((path) => !forPeople.includes(path)).sort()).toEqual([...readByProgram].sort());
});
