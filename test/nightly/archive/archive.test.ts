import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, version } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';

const launcher = process.env.ARCHIVE ?? '';

const run = (
  args: readonly string[],
  env: NodeJS.ProcessEnv = { PATH: process.env.PATH },
  file = launcher,
) => {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
};

test('the archive runs where its path has spaces and other characters, by a link, and without a variable but PATH', () => {
  const folder = newFolder();
  const copy = join(folder, 'a b%20ü');
  cpSync(dirname(launcher), copy, { recursive: true });
  const link = join(folder, 'sim');
  symlinkSync(join(copy, basename(launcher)), link);
  const { PATH } = process.env;
  expect(run(['--version'], { PATH }, link)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(run(['scenarios', 'list'], { PATH }, link).stdout).toContain('int64-edges');
});

test('the archive ignores what a test runner sets for its own Node.js', () => {
  const NODE_OPTIONS = '--require /nowhere/loader.js';
  expect(run(['--version'], { PATH: process.env.PATH, NODE_OPTIONS })).toEqual({
    code: 0,
    stdout: `${version}\n`,
    stderr: '',
  });
});

test('the licences of the packages and of Node.js are in the archive', () => {
  const licences = readFileSync(join(launcher, '../licences.txt'), 'utf8');
  expect(licences).toContain('Node.js is licensed for use as follows');
  expect(licences).toContain('@stoplight/prism-http');
  expect(readFileSync(join(launcher, '../LICENSE'))).toEqual(readFileSync(new URL('LICENSE', packageRoot)));
});
