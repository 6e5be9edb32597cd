import { mkdirSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { main, startProgram } from '../support/run-program.ts';
import { serveHere } from '../support/serve-here.ts';
import { entry } from '../traffic/har/recording.ts';
import { check } from './run-here.ts';

const key = { STORE_ORDERS_API_KEY: serverKey };

test('prints that the contract is kept, but not the key', async () => {
  await using server = await startTinyServer();
  const { out, code } = await check([server.url], key);
  expect(out).toContain('keeps the contract');
  expect(out).not.toContain(serverKey);
  expect(code).toBe(0);
});

test('exits with 1 for a broken contract and prints the rule', async () => {
  await using server = await startTinyServer({ cancel: (order) => (order === undefined ? 204 : undefined) });
  const { out, code } = await check([server.url, '--level', 'probe'], key);
  expect(out).toContain('R25');
  expect(code).toBe(1);
});

test('plans a cancel on another host only with permission', async () => {
  const args = ['https://host.example/v1', '--dry-run', '--level', 'cancel', '--pending-id', '5'];
  await expect(check(args)).rejects.toThrow(
    /cancels orders of another host: 5; expected --i-own-these-orders/,
  );
  expect((await check([...args, '--i-own-these-orders'])).out).toContain(
    'DELETE /store/orders/5  with the key',
  );
});

test.each([
  [['--level', 'probee'], /--level cannot be "probee".*did you mean "probe"/],
  [['--ca', '/does/not/exist.pem'], /exist.pem does not exist/],
  [['--ignore', 'R19:listOrder'], /did you mean "R19:listOrders"/],
  [['--expect-profile', 'tpical'], /expected one of least-promise, .*, or a file .*did you mean "typical"/],
  [['--report', 'junitt=x'], /cannot be "junitt=x".*did you mean "junit"/],
])('rejects %j with what is expected', async (args, message) => {
  const run = check(['http://127.0.0.1:9/v1', ...args], key);
  await expect(run).rejects.toThrow(UserError);
  await expect(run).rejects.toThrow(message);
});

test('judges a recording without a target, a key or requests', async () => {
  const file = join(newFolder(), 'traffic.har');
  const body = '[{"id":101,"quantity":null,"x_colour":"red"}]';
  const entries = [
    entry({ body }),
    entry({ key: null, status: 401, body: '{"code":"c","message":"m","status":401}' }),
  ];
  await writeFile(file, JSON.stringify({ log: { version: '1.2', creator: {}, entries } }));
  const { out, code } = await check(['--har', file]);
  expect(out).toContain('R08');
  expect(out).toContain('x_colour');
  expect(code).toBe(1);
  const skipping = await check(['--har', file, '--skip', 'R08']);
  expect(skipping.out).toMatch(/R08.*skipped by the user/);
  expect(skipping.code).toBe(0);
});

test('refuses what sends requests with --har', async () => {
  const args = ['--har', 'traffic.har', '--level', 'probe', '--dry-run'];
  const refused = expect(check(args)).rejects;
  await refused.toThrow('--level has no effect: --har traffic.har sends nothing');
  await refused.toThrow('--dry-run has no effect: --har traffic.har sends nothing');
});

test('writes the reports of a run that the total time ends, with exit code 3', async () => {
  await using silent = await serveHere(createServer(() => {}));
  const file = join(newFolder(), 'report.json');
  const args = [`${silent.origin}/v1`, '--total-timeout', '0.2', '--report', `json=${file}`];
  const { out, code } = await check(args, key);
  expect(out).toContain('The check did not end in its total time: raise --total-timeout.');
  expect(JSON.parse(await readFile(file, 'utf8')).incomplete.kind).toBe('total-timeout');
  expect(code).toBe(3);
});

test('a signal prints the report so far, exit code 130', async () => {
  const { promise: requested, resolve } = Promise.withResolvers<void>();
  await using silent = await serveHere(createServer(() => resolve()));
  const url = `${silent.origin}/v1`;
  const program = startProgram(main, ['check', url, '--timeout', '600'], { variables: key });
  await requested;
  program.child.kill('SIGHUP');
  const { code, stdout } = await program.ended;
  expect(stdout).toContain('The check was aborted');
  expect(code).toBe(130);
});

async function keyFile(text: string): Promise<string> {
  const file = join(newFolder(), 'key');
  await writeFile(file, text);
  return file;
}

test.each(['', '\r\n'])('reads the key from a file before %j', async (end) => {
  await using server = await startTinyServer();
  const text = serverKey + end;
  const other = { STORE_ORDERS_API_KEY: 'another-key' };
  const { out, code } = await check([server.url, '--api-key-file', await keyFile(text)], other);
  expect(out).not.toContain(serverKey);
  expect(code).toBe(0);
});

test.each([
  ['two sources', ['--api-key', 'a', '--api-key-file', 'b'], /exclude each other/],
  ['an empty key', ['--api-key', ''], /--api-key is missing/],
  ['a file that does not exist', ['--api-key-file', '/does/not/exist'], /does not exist/],
  ['two lines', ['--api-key-file', await keyFile('hunter2\nhunter2\n')], /contains a space, a line end/],
])('rejects %s without showing a key', async (_what, args, message) => {
  const error: unknown = await check(['http://127.0.0.1:9/v1', ...args]).catch((thrown: unknown) => thrown);
  expect([error instanceof UserError, String(error)]).toEqual([true, expect.stringMatching(message)]);
  expect(String(error)).not.toContain('hunter2');
});

test('sends nothing if a report cannot be written', async () => {
  const folder = newFolder();
  await using server = await startTinyServer();
  const reports = ['--report', `junit=${join(folder, 'ok.xml')}`, '--report', `json=${folder}/none/x.json`];
  await expect(check([server.url, ...reports], key)).rejects.toThrow(
    /none\/x.json cannot be written: ENOENT/,
  );
  expect(server.requests).toEqual([]);
  expect(await readdir(folder)).toEqual([]);
});

test('a report that fails after the check hides neither the verdict nor the other reports', async () => {
  const folder = newFolder();
  const [lost, kept] = [join(folder, 'lost.json'), join(folder, 'kept.xml')];
  // A folder takes the place of the file while the check runs.
  await using server = await startTinyServer({
    wire: (wire) => {
      mkdirSync(lost, { recursive: true });
      return wire;
    },
  });
  const reports = ['--report', `json=${lost}`, '--report', `junit=${kept}`];
  const variables = { ...key, GITHUB_STEP_SUMMARY: join(folder, 'summary.md') };
  const { out, err, code } = await check([server.url, ...reports], variables);
  expect(out).toContain('keeps the contract');
  expect(err).toMatch(/^error: .*lost.json cannot be written: EISDIR: .*; expected a writable file/m);
  expect(code).toBe(2);
  expect(await readFile(kept, 'utf8')).toContain('<testsuite');
  expect(await readFile(variables.GITHUB_STEP_SUMMARY, 'utf8')).toContain('Store Orders contract');
});
