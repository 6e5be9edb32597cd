import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packageRoot } from '../../src/version.ts';
import { runSession, sessionOf } from '../helpers/page-session.ts';
import { foreignProject, measure, pack } from './packed.ts';
import { network, nodeFolder, run, tool } from './tools.ts';

const shelf = mkdtempSync(join(tmpdir(), 'packed-'));
let tarball = '';
beforeAll(async () => {
  tarball = await pack(shelf);
}, 120_000);
afterAll(() => rmSync(shelf, { recursive: true }));

/** How to install one tarball, by the program to run on a Node. */
const managers: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  npm: async () => [join(await tool('npm', '10.9.8'), 'bin/npm-cli.js'), 'install', '--no-audit'],
  pnpm: async () => [join(await tool('pnpm', '10.28.0'), 'bin/pnpm.cjs'), 'add'],
  yarn: async () => [join(await tool('yarn', '1.22.22'), 'bin/yarn.js'), 'add', '--no-lockfile'],
};

const nodes = ['22.12.0', '22.23.3', '24.21.0', '26.10.0'];
const cases = nodes.flatMap((node) => Object.keys(managers).map((manager) => [manager, node] as const));

test.each(cases)(
  '%s on Node %s installs the package, which works by import, require() and command',
  async (manager, version) => {
    const cwd = foreignProject();
    const bin = await nodeFolder(version);
    const node = join(bin, 'node');
    const env = { ...network, HOME: join(cwd, 'home'), PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
    const [program = '', ...install] = (await managers[manager]?.()) ?? [];
    const installed = await run(node, [program, ...install, tarball], { cwd, env });
    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    expect(installed.stdout + installed.stderr).not.toMatch(
      /deprecat|EBADENGINE|install script|Ignored build/i,
    );
    for (const file of ['library.mjs', 'library.cjs'])
      expect(await run(node, [file], { cwd, env })).toEqual({
        code: 0,
        stdout: 'library works\n',
        stderr: '',
      });
    const command = await run(node, ['command.mjs', node], { cwd, env });
    expect(command).toEqual({ code: 0, stdout: 'command works\n', stderr: '' });
  },
);

test.each(['22.12.0', '24.21.0'])(
  'on Node %s, the code of the README runs, and its session and that of the start page have the output that they show',
  async (version) => {
    const cwd = foreignProject();
    await run('npm', ['install', '--no-audit', tarball], { cwd });
    const readme = readFileSync(new URL('README.md', packageRoot), 'utf8');
    const [, code = ''] = /^```ts\n(.*?startSimulator.*?)^```$/ms.exec(readme) ?? [];
    writeFileSync(join(cwd, 'readme.mjs'), code);
    const node = join(await nodeFolder(version), 'node');
    expect(await run(node, ['readme.mjs'], { cwd })).toEqual({ code: 0, stdout: '', stderr: '' });

    for (const page of ['README.md', 'docs/start/index.md']) {
      const session = sessionOf(page);
      expect(await runSession(session, await serve(node, cwd))).toEqual(session.map(({ output }) => output));
    }
  },
);

/** Serves with the installed command until the test ends. */
async function serve(node: string, cwd: string) {
  const command = 'node_modules/store-orders-sim/dist/cli/main.cjs';
  const env = { SIM_CONTROL_TOKEN: 'token-for-tests', SIM_PORT: '0', SIM_CONTROL_PORT: '0' };
  const child = spawn(node, [command], { cwd, env, stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill());
  let said = '';
  for (;;) {
    const [, origin, controlUrl] = /ready: (\S+)\/v1 .*, (\S+) \(control\)/.exec(said) ?? [];
    if (origin !== undefined && controlUrl !== undefined) return { origin, controlUrl };
    said += (await once(child.stdout, 'data'))[0];
  }
}

test('the package is one package of at most 12 MB', async () => {
  const cwd = foreignProject();
  const { code } = await run('npm', ['install', '--no-audit', tarball], { cwd });
  expect(code).toBe(0);
  const { packages, bytes } = measure(join(cwd, 'node_modules'));
  expect(packages).toBe(1);
  expect(bytes).toBeLessThan(12e6);
});

test.each([
  ['Bun', `@oven/bun-linux-${process.arch}`, '1.4.5', 'bin/bun', []],
  ['Deno', `@deno/linux-${process.arch}-glibc`, '2.9.6', 'deno', ['run', '--allow-all']],
])('%s runs the library and the command', async (_name, name, version, file, flags) => {
  const cwd = foreignProject();
  await run('npm', ['install', '--no-audit', tarball], { cwd });
  const runtime = join(await tool(name, version), file);
  const env = { ...network, HOME: join(cwd, 'home'), PATH: '/usr/bin:/bin', DENO_NO_UPDATE_CHECK: '1' };
  const library = await run(runtime, [...flags, 'library.mjs'], { cwd, env });
  expect(library).toMatchObject({ code: 0, stdout: 'library works\n' });
  const command = await run(process.execPath, ['command.mjs', runtime, ...flags], { cwd, env });
  expect(command).toEqual({ code: 0, stdout: 'command works\n', stderr: '' });
});

const jestTest = (load: string) => `${load}
test('lists orders', async () => {
  const simulator = await startSimulator({ scenario: { generate: [{ count: 4000 }] } });
  const headers = { Authorization: 'Bearer test-api-key' };
  expect((await fetch(simulator.baseUrl + '/store/orders', { headers })).status).toBe(200);
  expect((await checkContract({ url: simulator.baseUrl, apiKey: 'test-api-key' })).findings).toEqual([]);
  expect(simulator.control).toBeInstanceOf(ControlClient);
  await expect(startSimulator({ scenario: 'no-such' })).rejects.toThrow(UserError);
  await simulator[Symbol.asyncDispose]();
});
`;

const imports = `
import { startSimulator, UserError } from 'store-orders-sim';
import { checkContract } from 'store-orders-sim/check';
import { ControlClient } from 'store-orders-sim/client';`;
const requires = imports.replace(/import (.*) from (.*);/g, 'const $1 = require($2);');

test.each([
  ['--experimental-vm-modules', 'an ES module', '22.12.0', 'sim.test.mjs', imports],
  ['', 'CommonJS', '22.12.0', 'sim.test.cjs', requires],
  ['', 'CommonJS', '24.21.0', 'sim.test.cjs', requires],
])('Jest with NODE_OPTIONS="%s" runs a test in %s on Node %s', async (flags, _form, version, name, load) => {
  const cwd = foreignProject();
  await run('npm', ['install', '--no-audit', tarball], { cwd });
  writeFileSync(join(cwd, name), jestTest(load));
  // Its 5 s are too few for the first load of the package on a busy machine.
  const config = "module.exports = { testMatch: ['**/sim.test.*'], testTimeout: 60_000 };";
  writeFileSync(join(cwd, 'jest.config.cjs'), config);
  const jest = join(await tool('jest', '30.5.2'), 'bin/jest.js');
  const env = { ...network, PATH: '/usr/bin:/bin', NODE_OPTIONS: flags };
  const node = join(await nodeFolder(version), 'node');
  const { code, stderr } = await run(node, [jest, '--watchman=false'], { cwd, env });
  expect(stderr).toContain('1 passed, 1 total');
  expect(code).toBe(0);
});

const entries = [
  'store-orders-sim',
  'store-orders-sim/client',
  'store-orders-sim/check',
  'store-orders-sim/testcontainers',
];

test.each(['18.20.8', '20.20.2'])(
  'Node %s gets one sentence, from the command and from each entry',
  async (version) => {
    const cwd = foreignProject();
    await run('npm', ['install', '--no-audit', tarball], { cwd });
    const node = join(await nodeFolder(version), 'node');
    // The real one cannot run there either; ours must be the first to say so.
    const beside = join(cwd, 'node_modules/testcontainers');
    mkdirSync(beside);
    const names = ['AbstractStartedContainer', 'GenericContainer', 'getContainerRuntimeClient'];
    const stub = names.map((name) => `exports.${name} = class {};\n`).join('');
    writeFileSync(join(beside, 'index.js'), `${stub}throw new Error('loaded too early');`);
    const sentence = `store-orders-sim needs Node 22.12 or newer; this is ${version.replace(/\.\d+$/, '')}.`;
    const command = await run(node, ['node_modules/store-orders-sim/dist/cli/main.cjs', 'serve'], { cwd });
    expect(command).toEqual({ code: 2, stdout: '', stderr: `error: ${sentence}\n` });
    const prints = '.catch(({ message, stack }) => console.log(JSON.stringify([message, stack])))';
    for (const entry of entries) {
      const loads = [`import('${entry}')`, `(async () => require('${entry}'))()`];
      for (const load of loads) {
        const { stdout } = await run(node, ['--eval', `${load}${prints}`], { cwd });
        expect([load, JSON.parse(stdout)]).toEqual([load, [sentence, `Error: ${sentence}`]]);
      }
    }
  },
);
