import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../../../src/cli/logger.ts';
import type { FailedRequest } from '../../../src/simulator/service/reports.ts';
import { serverKey, startTinyServer } from '../../check/mutants/honest-server.ts';
import { placed } from '../../support/an-environment.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { plantBeforeCommits, plantInStore } from '../../support/plant.ts';
import { main, runProgram, startShell } from '../../support/run-program.ts';
import { dial } from './raw-client.ts';

const root = process.getuid?.() === 0;

const runShell = (line: string) => startShell(line, { STORE_ORDERS_API_KEY: serverKey }).ended;

/** Returns the status of a request on a persistent connection. */
async function askOn(socket: Socket, path: string, key: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
  const [chunk] = await once(socket, 'data');
  return String(chunk).slice(9, 12);
}

/** Returns the result of a request on a new connection, for which there may be no file descriptor. */
function answeredOrClosed(socket: Socket): Promise<'answered' | 'closed'> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve('closed');
    socket.once('data', () => resolve('answered')).once('close', () => resolve('closed'));
    socket.write('GET /v1/store/orders HTTP/1.1\r\nHost: a\r\n\r\n');
  });
}

test('survives running out of file descriptors, and then loads what it could not load', async () => {
  const { said, child, ended } = startShell(
    'ulimit -n 80; exec "$0" "$1" serve --port 0 --control-port 0 --control-token token-for-tests',
  );
  const [ready] = await said(/ready: (\S+)\/v1 \S+ \S+ \S+ (\S+) \(control\)/g);
  const [, origin = '', controlUrl = ''] = ready ?? [];
  const control = await dial(controlUrl);
  const kept = await dial(origin);
  expect(await askOn(control, '/livez', 'token-for-tests')).toBe('200');
  const many = await Promise.all(Array.from({ length: 150 }, () => dial(origin)));
  const came = await Promise.all(many.map((socket) => answeredOrClosed(socket)));
  const answered = came.filter((one) => one === 'answered').length;
  expect(answered).toBeGreaterThan(0);
  expect(answered).toBeLessThan(80);
  expect(await askOn(kept, '/v1/store/orders', testKey)).toBe('200');
  await askOn(control, '/environments', 'token-for-tests');
  for (const socket of many) socket.destroy();
  expect(await askOn(kept, '/v1/store/orders', testKey)).toBe('200');
  expect(await askOn(control, '/environments', 'token-for-tests')).toBe('200');
  for (const socket of [control, kept]) socket.destroy();
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
});

test('100 errors in the handlers are 100 responses with 500 and 100 log lines, each of which leads to the journal', async () => {
  const lines: string[] = [];
  const logger = createLogger({
    level: 'error',
    to: { write: (line) => lines.push(line), writableLength: 0 },
  });
  await using simulator = await openTestSimulator({
    onError: (fault, request) => logger.error({ ...request, err: fault }, 'a request failed'),
  });
  const { state } = simulator.environments.production;
  const fail = (): never => {
    throw new Error('at once');
  };
  plantInStore(state, { list: fail, cancel: fail });
  plantBeforeCommits(state, async () => {
    if (lines.length % 2 === 0) throw new Error('later');
  });
  const headers = { Authorization: `Bearer ${testKey}` };
  for (let at = 0; at < 100; at++) {
    const path = at % 3 === 0 ? '' : `/${at}`;
    const method = path === '' ? 'GET' : 'DELETE';
    const url = `${simulator.baseUrl}/store/orders${path}?api_key=${testKey}`;
    const response = await fetch(url, { method, headers });
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      code: 'internal_error',
      message: 'The simulator failed; its log tells more.',
      status: 500,
    });
  }
  expect(lines.join()).not.toContain(testKey);
  const told = lines.map((line) => JSON.parse(line) as FailedRequest);
  expect(new Set(told.map(({ failure }) => failure)).size).toBe(100);
  const kept = await state.journal.entries();
  const entries = new Map([...kept].map((one) => [one.number, one]));
  const found = told.map(({ environment, exchange, method, target }) => {
    const entry = entries.get(exchange ?? 0);
    expect(entry).toMatchObject({ end: 'failed', status: 500, method });
    expect([environment, target]).toEqual(['production', entry?.target.replace(testKey, '[redacted]')]);
    return exchange;
  });
  expect(new Set(found).size).toBe(100);
});

test('100 clients that disconnect in the middle of their response report no error', async () => {
  const faults: unknown[] = [];
  const orders = Array.from({ length: 20_000 }, (_, at) => placed(BigInt(at)));
  await using simulator = await openTestSimulator({ orders, onError: (fault) => faults.push(fault) });
  for (let at = 0; at < 100; at++) {
    const socket = await dial(simulator.serviceOrigin);
    socket.write(`GET /v1/store/orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${testKey}\r\n\r\n`);
    if (at % 2 === 0) await once(socket, 'data');
    await once(socket.resetAndDestroy(), 'close');
  }
  const { status } = await fetch(`${simulator.baseUrl}/store/orders`, {
    headers: { Authorization: `Bearer ${testKey}` },
  });
  expect([status, faults]).toEqual([200, []]);
});

test.each([['scenarios list'], ['gaps']])(
  'says in one line that its output is on a full disk: %s',
  async (args) => {
    const { code, stderr } = await runShell(`"$0" "$1" ${args} >/dev/full`);
    expect(stderr).toMatch(/^error: stdout cannot be written \(ENOSPC\); .*\n$/);
    expect(code).toBe(2);
  },
);

test('a report on a full disk is one line, and the previous report is whole', async ({ skip }) => {
  if (!root) skip('only root can mount a small disk');
  const folder = newFolder();
  const mounted = await runShell(`mount -t tmpfs -o size=8k tmpfs ${folder}`);
  if (mounted.code !== 0) skip(`no disk can be mounted here: ${mounted.stderr}`);
  onTestFinished(async () => void (await runShell(`umount ${folder}`)));
  await writeFile(join(folder, 'report.json'), 'the report from before');
  await using server = await startTinyServer();
  const { code, stderr } = await runShell(
    `"$0" "$1" check ${server.url} --report json=${folder}/report.json >/dev/null`,
  );
  expect(stderr).toMatch(
    /^error: \S+report\.json cannot be written: ENOSPC: no space left on device; expected a writable file\n$/,
  );
  expect(code).toBe(2);
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe('the report from before');
  expect(await readdir(folder)).toEqual(['report.json']);
});

const nobody = 'setpriv --reuid=65534 --regid=65534 --clear-groups';

test('as nobody, a file without permission is one line', async ({ skip }) => {
  if (!root) skip('only root can become nobody');
  const folder = newFolder();
  const scenario = join(folder, 'secret.yaml');
  await writeFile(scenario, 'orders: []\n');
  await chmod(folder, 0o755);
  await chmod(scenario, 0o600);
  const read = await runShell(`${nobody} "$0" "$1" serve --port 0 --control off --scenario ${scenario}`);
  expect(read.stderr).toMatch(/^error: \S*secret\.yaml may not be read by this user\n$/);
  expect(read.code).toBe(2);
  await using server = await startTinyServer();
  const check = `check ${server.url} --report json=${folder}/report.json >/dev/null`;
  const written = await runShell(`${nobody} "$0" "$1" ${check}`);
  expect(written.stderr).toMatch(
    /^error: \S+report\.json cannot be written: EACCES: permission denied; expected a writable file\n$/,
  );
  expect(written.code).toBe(2);
});

test('a bad address to listen at is one line', async () => {
  const { code, stderr } = await runProgram(main, ['serve', '--host', '203.0.113.1', '--control', 'off']);
  expect(stderr).toMatch(/^error: .*203\.0\.113\.1.*\n$/);
  expect(code).toBe(3);
});
