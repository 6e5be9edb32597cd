import { cpSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle } from '../../../scripts/bundle/bundle.ts';
import { runProgram, startProgram } from '../../support/run-program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const sources = join(root, 'src/cli/main.ts');
// Inside the package, where it looks for the scenarios.
const folder = join(root, `node_modules/.cache/image-${process.pid}`);
const program = join(folder, 'store-orders-sim.cjs');

beforeAll(async () => {
  await bundle('image', folder);
  cpSync(join(root, 'scripts/image/store-orders-sim.cjs'), program);
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

test.each(['program.cjs', 'healthcheck.cjs', 'packages/zod.cjs', 'packages/router.cjs'])(
  '%s is ASCII',
  (file) => {
    expect(readFileSync(join(folder, file)).findIndex((byte) => byte > 0x7f)).toBe(-1);
  },
);

// Regular expressions with such characters handle other scripts, and characters that must not reach a terminal.
const quoted = 'Ünïcode “quoted” … 中文 👩‍🚀 \u0085\u2028\u202e';

test.each([
  ['--help'],
  ['serve', '--help'],
  ['gaps'],
  ['scenarios', 'show', 'int64-edges'],
  ['scenarios', 'show', quoted],
  [quoted],
])('the file of the image says what the sources say to %s %s %s', async (...args) => {
  expect(await runProgram(program, args)).toEqual(await runProgram(sources, args));
});

test.each([
  ['a YAML body', 'application/yaml', `orders:\n${'- { petId: 7 }\n'.repeat(4_000)}`],
  ['generated orders', 'application/json', '{"scenario":{"generate":[{"count":4000}]}}'],
])('the file of the image reads %s in its thread', async (_, type, body) => {
  const flags = ['--control-token', 'token-of-the-test', '--port', '0', '--control-port', '0'];
  const serve = startProgram(program, flags);
  const [ready] = await serve.said(/ready: .*, (\S+) \(control\)/g);
  const response = await fetch(`${ready?.[1]}/environments/mine`, {
    method: 'PUT',
    headers: { Authorization: 'Bearer token-of-the-test', 'Content-Type': type },
    body,
  });
  expect(await response.json()).toMatchObject({ orders: { pending: 4_000 } });
  serve.child.kill('SIGTERM');
  expect((await serve.ended).code).toBe(0);
});

test('the file of the image makes a certificate and serves with it', async () => {
  const caFile = join(folder, 'ca.pem');
  const flags = ['--tls', 'self-signed', '--tls-ca-file', caFile, '--port', '0', '--control-port', '0'];
  const serve = startProgram(program, flags);
  expect((await serve.said(/ready: (https:\S+) /g)).length).toBe(1);
  expect(readFileSync(caFile, 'utf8')).toMatch(/^-----BEGIN CERTIFICATE-----/);
  serve.child.kill('SIGTERM');
  expect((await serve.ended).code).toBe(0);
});
