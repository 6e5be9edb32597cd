import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer, type Twist } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { closedPort, serveHere } from '../support/serve-here.ts';
import { check } from './run-check.ts';

const env = { SHOP_KEY: serverKey };
const broken: Twist = { cancel: (order) => (order === undefined ? 204 : undefined) };

/** Writes a config file with these targets, each at level probe. */
async function configOf(targets: Readonly<Record<string, string>>, defaults = '{ level: probe }') {
  const folder = newFolder();
  const file = join(folder, 'check.yaml');
  const lines = Object.entries(targets).map(
    ([name, url]) => `  ${name}: { url: "${url}", apiKeyEnv: SHOP_KEY }\n`,
  );
  await writeFile(file, `defaults: ${defaults}\ntargets:\n${lines.join('')}`);
  return { folder, file };
}

test('checks every target, writes the reports of each, and exits with the worst code', async () => {
  await using good = await startTinyServer();
  await using bad = await startTinyServer(broken);
  const { folder, file } = await configOf({ good: good.url, bad: bad.url });
  const args = ['--config', file, '--report', `json=${join(folder, '{target}.json')}`];
  const { out, code } = await check(args, env);
  expect(out).toMatch(/target good\n.*keeps the contract.*target bad\n.*R25/s);
  expect(out).toMatch(/2 targets\n {2}good {2}keeps the contract\n {2}bad {2}breaks the contract\n$/);
  expect(code).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['bad.json', 'check.yaml', 'good.json']);
  const exitCodeIn = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')).exitCode;
  expect(await exitCodeIn('good.json')).toBe(0);
  expect(await exitCodeIn('bad.json')).toBe(1);
});

test('checks only the targets that --target names', async () => {
  await using good = await startTinyServer();
  await using bad = await startTinyServer(broken);
  const { file } = await configOf({ good: good.url, bad: bad.url });
  expect((await check(['--config', file, '--target', 'good'], env)).code).toBe(0);
  expect(bad.requests).toEqual([]);
  await expect(check(['--config', file, '--target', 'god'], env)).rejects.toThrow(
    /--target .*check\.yaml has no target "god"; did you mean "good"/,
  );
});

test('checks the other targets if one does not respond, and exits with 3', async () => {
  await using good = await startTinyServer();
  const { file } = await configOf({ gone: `http://127.0.0.1:${closedPort}/v1`, good: good.url });
  const { out, code } = await check(['--config', file], env);
  expect(out).toMatch(/gone {2}was not checked to the end\n {2}good {2}keeps the contract\n$/);
  expect(code).toBe(3);
});

test('prints an error that one target has during its check, and checks the others', async () => {
  await using good = await startTinyServer();
  const control = `http://127.0.0.1:${closedPort}`;
  const defaults = `{ level: cancel, controlUrl: "${control}" }`;
  const { file } = await configOf({ one: good.url, two: good.url }, defaults);
  const { err, code } = await check(['--config', file], env);
  for (const name of ['one', 'two'])
    expect(err).toMatch(
      new RegExp(`error: \\S*check\\.yaml target ${name}: --control-url ${control} does not respond`),
    );
  expect(code).toBe(3);
});

test('plans every target and sends nothing', async () => {
  await using good = await startTinyServer();
  const { file } = await configOf({ good: good.url });
  const { out } = await check(['--config', file, '--dry-run']);
  expect(out).toMatch(/^target good\nPlan for/);
  expect(out).toContain('DELETE /store/orders/{absent id}');
  expect(good.requests).toEqual([]);
});

test('flags of the command line have precedence over the file', async () => {
  await using good = await startTinyServer();
  const { file } = await configOf({ good: good.url });
  await check(['--config', file, '--level', 'observe'], env);
  expect(good.requests.filter(({ method }) => method === 'DELETE')).toEqual([]);
});

test('--total-timeout limits the run of all targets, and each of them gets its report', async () => {
  await using silent = await serveHere(createServer(() => {}));
  await using good = await startTinyServer();
  const { file } = await configOf({ silent: `${silent.origin}/v1`, good: good.url });
  const { out, code } = await check(['--config', file, '--total-timeout', '0.3'], env);
  expect(out.match(/did not end in its total time/g)).toHaveLength(2);
  expect(code).toBe(3);
});

test('sends nothing to any target if one of them is not valid', async () => {
  await using good = await startTinyServer();
  const { file } = await configOf({ good: good.url, bad: 'ftp://shop.example' });
  await expect(check(['--config', file], env)).rejects.toThrow(
    /check\.yaml target bad: the target has the scheme ftp:/,
  );
  await expect(check(['--config', file], {})).rejects.toThrow(
    /target good: --api-key-env names SHOP_KEY, which is not/,
  );
  expect(good.requests).toEqual([]);
});

test('needs a url and a key of its own for each target', async () => {
  const folder = newFolder();
  const file = join(folder, 'check.yaml');
  await writeFile(file, 'targets: { shop: { level: probe } }');
  const run = check(['--config', file], { STORE_ORDERS_API_KEY: 'key-of-another-shop' });
  await expect(run).rejects.toThrow(/target shop has no url/);
  await expect(run).rejects.toThrow(/target shop has no API key; expected apiKeyEnv or apiKeyFile/);
});

test.each([
  [
    ['http://127.0.0.1:9/v1'],
    /the address http:\S+ cannot be combined with --config; set it for a target in/,
  ],
  [['--pending-id', '1'], /--pending-id cannot be combined with --config/],
  [['--race-id', '1'], /--race-id cannot be combined with --config/],
  [['--api-key', 'x'], /--api-key cannot be combined with --config/],
  [['--har', 'x'], /--har cannot be combined with --config/],
  [
    ['--report', 'json=x.json'],
    /--report would write x\.json more than once; put \{target\} into the file name/,
  ],
  [['--emit-profile', 'nowhere/{target}.yaml'], /nowhere\/one\.yaml is in a folder that does not exist/],
  [['--expect-profile', '{target}.yaml'], /"one\.yaml" is neither a profile nor a file/],
  [['--emit-profile', 'x.yaml'], /--emit-profile would write x\.yaml more than once/],
  [['--expect-profile', 'x.yaml', '--update'], /--update would write x\.yaml more than once/],
])('rejects %j with --config', async (args, message) => {
  const { file } = await configOf({ one: 'http://127.0.0.1:9/v1', two: 'http://127.0.0.1:9/v1' });
  const run = check(['--config', file, ...args], env);
  await expect(run).rejects.toThrow(UserError);
  await expect(run).rejects.toThrow(message);
});

test('rejects --target without --config', async () => {
  await expect(check(['http://127.0.0.1:9/v1', '--target', 'x'])).rejects.toThrow(
    /no effect without --config FILE/,
  );
});
