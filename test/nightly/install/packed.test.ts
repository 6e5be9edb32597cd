import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildPackage } from '../../../scripts/build.ts';
import { startSimulator } from '../../../src/index.ts';
import { packageRoot } from '../../../src/version.ts';
import { newFolder } from '../../support/new-folder.ts';
import { type Ran, runToEnd } from '../../support/run-to-end.ts';
import { network, nodeFolder, tool } from './tools.ts';

/** What a project that uses the package writes, by the file of it. */
const project = {
  'package.json': '{ "name": "foreign", "private": true, "jest": { "testEnvironment": "node" } }',
  'library.mjs': `
import assert from 'node:assert';
import { startSimulator, UserError } from 'store-orders-sim';
import { checkContract } from 'store-orders-sim/check';
import { ControlClient } from 'store-orders-sim/client';

const simulator = await startSimulator({ scenario: 'pending' });
const report = await checkContract({ url: simulator.baseUrl, apiKey: 'test-api-key' });
assert.deepStrictEqual([report.exitCode, report.findings], [0, []]);
const control = new ControlClient({ url: simulator.controlUrl, token: simulator.controlToken });
const environment = await control.createEnvironment({ scenario: 'shipped' });
assert.strictEqual((await environment.orders.list()).length, 1);
await assert.rejects(startSimulator({ scenario: 'no-such' }), UserError);
await simulator[Symbol.asyncDispose]();
`,
  'library.test.js': `
const { ControlClient } = require('store-orders-sim/client');
const { startSimulator } = require('store-orders-sim');
const { checkContract } = require('store-orders-sim/check');

test('runs a simulator, and checks it', async () => {
  const simulator = await startSimulator({ scenario: 'pending' });
  expect(simulator.control).toBeInstanceOf(ControlClient);
  expect((await checkContract({ url: simulator.baseUrl, apiKey: 'test-api-key' })).exitCode).toBe(0);
  await simulator.stop();
});
`,
};
const shelf = newFolder();
let tarball = '';

beforeAll(async () => {
  await buildPackage(fileURLToPath(new URL('dist', packageRoot)));
  const { stdout } = await runToEnd(['npm', 'pack', '--json', '--pack-destination', shelf]);
  tarball = join(shelf, JSON.parse(stdout)[0].filename);
}, 120_000);

test.each(['22.12.0', '24.21.0'])(
  'npm on Node %s installs the package, which works by import, require(), command and in Jest',
  async (version) => {
    const cwd = mkdtempSync(join(shelf, 'project-'));
    mkdirSync(join(cwd, 'home'));
    for (const [name, text] of Object.entries(project)) writeFileSync(join(cwd, name), text);
    const bin = await nodeFolder(version);
    const npm = (await runToEnd(['sh', '-c', 'readlink -f "$(command -v npm)"'])).stdout.trim();
    const env = { ...network, HOME: join(cwd, 'home'), PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin` };
    const here = (...args: readonly string[]): Promise<Ran> =>
      runToEnd([join(bin, 'node'), ...args], { cwd, env });

    const installed = await here(npm, 'install', '--no-audit', tarball);
    expect(installed.code, installed.stdout + installed.stderr).toBe(0);
    expect(installed.stdout).toMatch(/^added 1 package /m);
    expect(installed.stdout + installed.stderr).not.toMatch(/deprecat|EBADENGINE|install script/i);
    expect(await here('library.mjs')).toEqual({ code: 0, stdout: '', stderr: '' });
    await using simulator = await startSimulator({ scenario: 'pending' });
    const main = 'node_modules/store-orders-sim/dist/cli/main.cjs';
    const checked = await here(main, 'check', simulator.baseUrl, '--api-key', 'test-api-key');
    expect(checked.code, checked.stdout + checked.stderr).toBe(0);
    // Without a flag, as Jest runs CommonJS.
    const jest = await here(join(await tool('jest', '30.5.2'), 'bin/jest.js'));
    expect(jest.code, jest.stderr).toBe(0);
  },
);
