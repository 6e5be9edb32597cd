import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packageRoot, version } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';
import { main, runProgram } from '../../support/run-program.ts';

const executable = process.env.EXECUTABLE ?? '';

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}, file = executable) => {
  const { status, stdout, stderr } = spawnSync(file, args, { encoding: 'utf8', env });
  return { code: status, stdout, stderr };
};

test.each([
  ['--help'],
  ['check', '--help'],
  ['gaps'],
  ['gaps', 'cancelled-in-list'],
  ['scenarios', 'show', 'int64-edges'],
  ['scenarios', 'show', 'Ünïcode “quoted” … 中文 👩‍🚀 \u0085\u2028\u202e'],
  ['serve', '--scenario', 'mixed', '--max-orders', '1'],
  ['unknown'],
])('the executable says what the sources say to %s %s %s', async (...args) => {
  const { code, stdout, stderr } = await runProgram(main, args);
  expect(run(args)).toEqual({ code, stdout, stderr });
});

test('the executable runs where its path has spaces and other characters, without a variable', () => {
  const folder = join(newFolder(), 'a b%20ü');
  mkdirSync(folder);
  const copy = join(folder, 'store orders sim');
  cpSync(executable, copy);
  expect(run(['--version'], {}, copy)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  expect(run(['scenarios', 'list'], {}, copy).stdout).toContain('int64-edges');
});

test('the executable ignores what a test runner sets for its own Node.js', () => {
  const NODE_OPTIONS = '--require /nowhere/loader.js';
  expect(run(['--version'], { NODE_OPTIONS })).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test('the licences of the packages and of Node.js are beside the executable', () => {
  const licences = readFileSync(join(executable, '../licences.txt'), 'utf8');
  expect(licences).toContain('Node.js is licensed for use as follows');
  expect(licences).toContain('@stoplight/prism-http');
  expect(readFileSync(join(executable, '../LICENSE'))).toEqual(readFileSync(new URL('LICENSE', packageRoot)));
});
