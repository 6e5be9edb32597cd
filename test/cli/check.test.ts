import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UserError } from '../../src/user-error.ts';
import { serverKey, startTinyServer } from '../check/mutants/honest-server.ts';
import { newFolder } from '../support/new-folder.ts';
import { main, startProgram } from '../support/run-program.ts';
import { serveHere } from '../support/serve-here.ts';
import { entry } from '../traffic/har/recording.ts';
import { check } from './run-check.ts';

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
  [
    ['--pending-id', '5', '--shipped-id', '6'],
    /--pending-id has no effect at level observe: 5; add --level cancel[\s\S]*--shipped-id has no effect at level observe: 6/,
  ],
  [['--level', 'cancel'], /--level cancel names no order; expected --pending-id or --shipped-id/],
  [['--ca', '/does/not/exist.pem'], /exist.pem does not exist/],
  [['--ignore', 'R19:listOrder'], /did you mean "R19:listOrders"/],
  [['--expect-profile', 'tpical'], /expected one of least-promise, .*, or a file .*did you mean "typical"/],
  [['--report', 'junitt=x'], /no format "junitt".*did you mean "junit"/],
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
