import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { bundle } from '../../scripts/bundle/bundle.ts';
import { packageRoot, version } from '../../src/version.ts';
import { newFolder } from '../helpers/new-folder.ts';
import { main, runProgram } from '../helpers/run-program.ts';

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
  ['completion', 'bash'],
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

/** Returns how many milliseconds a simulator takes until it says that it is ready. */
async function startOf(command: string, args: readonly string[]): Promise<number> {
  const before = performance.now();
  const child = spawn(command, [...args, '--port', '0', '--control-port', '0'], { env: {} });
  const [text] = await once(child.stdout.setEncoding('utf8'), 'data');
  const took = performance.now() - before;
  expect(text).toMatch(/^store-orders-sim ready/);
  child.kill();
  await once(child, 'close');
  return took;
}

test('the executable starts within 1.3 times the time of the package', async () => {
  const root = fileURLToPath(packageRoot);
  const folder = join(root, `node_modules/.cache/executable-${process.pid}`);
  onTestFinished(() => rm(folder, { recursive: true }));
  await bundle('npm', folder);
  const times: Record<'executable' | 'package', number[]> = { executable: [], package: [] };
  for (let round = 0; round < 10; round += 1) {
    times.executable.push(await startOf(executable, []));
    times.package.push(await startOf(process.execPath, [join(folder, 'cli/main.cjs')]));
  }
  const [ours, theirs] = [Math.min(...times.executable), Math.min(...times.package)];
  const size = statSync(executable).size / 1e6;
  console.log(
    `${size.toFixed(0)} MB; ready after ${ours.toFixed(0)} ms, the package after ${theirs.toFixed(0)} ms`,
  );
  expect(ours).toBeLessThanOrEqual(1.3 * theirs);
});
