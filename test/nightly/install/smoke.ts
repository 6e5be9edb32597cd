/** What a project that uses the package writes, by the file of it. */
export const project = {
  'package.json': '{ "name": "foreign", "private": true, "jest": { "testEnvironment": "node" } }',
  // Every use of the library, by `import`.
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
console.log('library works');
`,
  'library.cjs': `
const assert = require('node:assert');
const { startSimulator } = require('store-orders-sim');
const { ControlClient } = require('store-orders-sim/client');
const { checkContract } = require('store-orders-sim/check');

startSimulator({ scenario: 'mixed' }).then(async (simulator) => {
  const headers = { Authorization: 'Bearer test-api-key' };
  assert.strictEqual((await fetch(simulator.baseUrl + '/store/orders', { headers })).status, 200);
  assert(simulator.control instanceof ControlClient);
  assert.strictEqual((await checkContract({ url: simulator.baseUrl, apiKey: 'test-api-key' })).exitCode, 0);
  await simulator[Symbol.asyncDispose]();
  console.log('library works');
});
`,
  'library.test.js': `
const { ControlClient } = require('store-orders-sim/client');
const { startSimulator } = require('store-orders-sim');

test('runs a simulator', async () => {
  const simulator = await startSimulator({ scenario: 'pending' });
  expect(simulator.control).toBeInstanceOf(ControlClient);
  await simulator.stop();
});
`,
  // The command: serve, list, cancel, check, stop. Its arguments are the runtime and its flags.
  'command.mjs': `
import assert from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const start = (...args) =>
  spawn(process.argv[2], [...process.argv.slice(3), 'node_modules/store-orders-sim/dist/cli/main.cjs', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
const serve = start('--scenario', 'pending', '--port', '0', '--control-port', '0');
let said = '';
let errors = '';
serve.stderr.on('data', (text) => (errors += text));
await new Promise((resolve) => {
  serve.stdout.on('data', (text) => /ready: \\S+ /.test((said += text)) && resolve());
  serve.on('exit', resolve);
});
const baseUrl = /ready: (\\S+) /.exec(said)?.[1];
assert(baseUrl, 'not ready: ' + said + errors);
const headers = { Authorization: 'Bearer test-api-key' };
const [order] = await (await fetch(baseUrl + '/store/orders', { headers })).json();
const cancel = () => fetch(baseUrl + '/store/orders/' + order.id, { method: 'DELETE', headers });
assert.deepStrictEqual([(await cancel()).status, (await cancel()).status], [204, 409]);
const check = start('check', baseUrl, '--api-key', 'test-api-key', '--level', 'probe');
assert.deepStrictEqual(await once(check, 'close'), [0, null]);
serve.kill('SIGTERM');
assert.deepStrictEqual(await once(serve, 'exit'), [0, null]);
assert(!/warning|deprecat/i.test(errors), errors);
console.log('command works');
`,
} as const;
