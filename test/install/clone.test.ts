import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { network, nodeFolder, type Ran, run, tool } from './tools.ts';

// A clean clone on a machine that has only Node, its npm, git and the usual commands.
const root = fileURLToPath(packageRoot);
const machine = mkdtempSync(join(tmpdir(), 'clone-'));
const commands =
  'sh env bash uname dirname basename readlink cat ls rm mkdir cp mv ln sed grep sleep chmod git'.split(' ');
let cache = '';

beforeAll(async () => {
  mkdirSync(join(machine, 'commands'));
  for (const name of commands) {
    const { stdout } = await run('sh', ['-c', `command -v ${name}`], { cwd: machine });
    symlinkSync(stdout.trim(), join(machine, 'commands', name));
  }
  cache = (await run('npm', ['config', 'get', 'cache'], { cwd: machine })).stdout.trim();
});
afterAll(() => rmSync(machine, { recursive: true }));

type Machine = {
  readonly clone: string;
  readonly env: NodeJS.ProcessEnv;
  npm(...args: readonly string[]): Promise<Ran>;
};

/** Clones the committed state of this repository for a machine with one Node and one npm. */
async function cloneFor(node: string, npm: string): Promise<Machine> {
  const home = mkdtempSync(join(machine, 'home-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const [bin, clone] = [join(home, 'bin'), join(home, 'clone')];
  mkdirSync(bin);
  symlinkSync(join(await nodeFolder(node), 'node'), join(bin, 'node'));
  const program = join(await tool('npm', npm), 'bin/npm-cli.js');
  writeFileSync(join(bin, 'npm'), `#!/bin/sh\nexec node ${program} "$@"\n`);
  chmodSync(join(bin, 'npm'), 0o755);
  const PATH = `${bin}:${join(machine, 'commands')}`;
  const env = { ...network, npm_config_cache: cache, npm_config_prefer_offline: 'true', HOME: home, PATH };
  const { code, stderr } = await run('git', ['clone', '--quiet', root, clone], { cwd: home });
  if (code !== 0) throw new Error(stderr);
  return { clone, env, npm: (...args) => run(join(bin, 'npm'), args, { cwd: clone, env }) };
}

/** Starts `npm start`, asks for the list once it is ready, stops it, and returns the status and what it printed. */
async function startAndList({ clone, env }: Machine, ...args: readonly string[]) {
  const ports = ['--port', '0', '--control-port', '0'];
  // In a group of its own, which gets the signal as a terminal sends it.
  const child = spawn('npm', ['start', '--', ...ports, ...args], { cwd: clone, env, detached: true });
  let said = '';
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', (text) => {
      said += text;
      const [, baseUrl] = /ready: (\S+) /.exec(said) ?? [];
      if (baseUrl !== undefined) resolve(baseUrl);
    });
    child.stderr.on('data', (text) => {
      said += text;
    });
  });
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  const baseUrl = await Promise.race([ready, ended.then(() => Promise.reject(new Error(said)))]);
  const headers = { Authorization: 'Bearer test-api-key' };
  const { status } = await fetch(`${baseUrl}/store/orders`, { headers });
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await ended;
  return { status, said };
}

const worrying = /warn|deprecat|EBADENGINE|vulnerab/i;

test.each([
  ['20.20.2', '10.8.2'],
  ['22.23.3', '10.9.8'],
  ['24.21.0', '11.19.1'],
])('on Node %s with npm %s, npm ci and npm start work without a warning, and offline', async (node, npm) => {
  const machine = await cloneFor(node, npm);
  const installed = await machine.npm('ci');
  expect(installed).toMatchObject({ code: 0, stderr: '' });
  expect(installed.stdout).not.toMatch(worrying);
  const { stdout } = await machine.npm('exec', '--call', 'node --version');
  expect(stdout).toBe('v24.21.0\n');
  const { status, said } = await startAndList(machine, '--scenario', 'mixed');
  expect(status).toBe(200);
  expect(said).not.toMatch(worrying);
  const tests = await machine.npm('test', '--', 'src/simulator/orders/order.test.ts');
  expect([tests.code, tests.stderr]).toEqual([0, '']);
  expect(tests.stdout).toContain('Left out by npm test');
  const again = await machine.npm('ci', '--offline', '--ignore-scripts');
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect((await startAndList(machine)).status).toBe(200);
});

test('without the Node of the project, npm start on Node 20 names the Node that it needs', async () => {
  const machine = await cloneFor('20.20.2', '10.8.2');
  const expected =
    'error: The source code of store-orders-sim needs Node 24.18 or newer; this is 20.20. Run `npm ci`, which installs one for this project alone, or install it yourself.\n';
  expect(await machine.npm('start', '--silent')).toEqual({ code: 2, stdout: '', stderr: expected });
  // As on a platform for which there is no such package.
  mkdirSync(join(machine.clone, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../../.ci/node/node', join(machine.clone, 'node_modules/.bin/node'));
  expect(await machine.npm('start', '--silent')).toEqual({ code: 2, stdout: '', stderr: expected });
});

test('without the Node of the project, the scripts run on a new Node of the machine', async () => {
  const machine = await cloneFor('26.10.0', '11.19.1');
  mkdirSync(join(machine.clone, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../../.ci/node/node', join(machine.clone, 'node_modules/.bin/node'));
  const { stdout } = await machine.npm('exec', '--call', 'node --version');
  expect(stdout).toBe('v26.10.0\n');
});
