import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { serverKey, startTinyServer } from '../../check/mutants/honest-server.ts';
import { placed } from '../../support/an-environment.ts';
import { newFolder } from '../../support/new-folder.ts';
import { openTestSimulator, testKey } from '../../support/open-test-simulator.ts';
import { startShell } from '../../support/run-program.ts';
import { dial } from './attacks.ts';

const headers = { Authorization: `Bearer ${testKey}` };
const runShell = (line: string) => startShell(line, { STORE_ORDERS_API_KEY: serverKey }).ended;

/** Sends a request, for which there may be no file descriptor. Returns its status, or `closed`. */
function ask(socket: Socket, path: string, key = testKey): Promise<string> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve('closed');
    socket
      .once('data', (chunk) => resolve(String(chunk).slice(9, 12)))
      .once('close', () => resolve('closed'));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
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
  expect(await ask(control, '/livez')).toBe('200');
  const many = await Promise.all(Array.from({ length: 150 }, () => dial(origin)));
  const responses = await Promise.all(many.map((socket) => ask(socket, '/v1/store/orders')));
  expect(new Set(responses)).toEqual(new Set(['200', 'closed']));
  expect(await ask(kept, '/v1/store/orders')).toBe('200');
  await ask(control, '/environments', 'token-for-tests');
  for (const socket of many) socket.destroy();
  expect(await ask(kept, '/v1/store/orders')).toBe('200');
  expect(await ask(control, '/environments', 'token-for-tests')).toBe('200');
  for (const socket of [control, kept]) socket.destroy();
  child.kill('SIGTERM');
  expect((await ended).code).toBe(0);
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
  const { status } = await fetch(`${simulator.baseUrl}/store/orders`, { headers });
  expect([status, faults]).toEqual([200, []]);
});

test('says in one line that its output is on a full disk', async () => {
  const { code, stderr } = await runShell('"$0" "$1" gaps >/dev/full');
  expect(stderr).toMatch(/^error: stdout cannot be written \(ENOSPC\); .*\n$/);
  expect(code).toBe(2);
});

test('a report on a full disk is one line, and the previous report is whole', async ({ skip }) => {
  const folder = newFolder();
  const mounted = await runShell(`mount -t tmpfs -o size=8k tmpfs ${folder}`);
  if (mounted.code !== 0) skip(`no disk can be mounted here: ${mounted.stderr}`);
  onTestFinished(async () => void (await runShell(`umount ${folder}`)));
  await writeFile(join(folder, 'report.json'), 'the report from before');
  await using server = await startTinyServer();
  const command = `"$0" "$1" check ${server.url} --report json=${folder}/report.json >/dev/null`;
  const { code, stderr } = await runShell(command);
  expect(stderr).toMatch(/^error: \S+report\.json cannot be written: ENOSPC: .*\n$/);
  expect(code).toBe(2);
  expect(await readFile(join(folder, 'report.json'), 'utf8')).toBe('the report from before');
  expect(await readdir(folder)).toEqual(['report.json']);
});

test('as nobody, a file without permission is one line', async ({ skip }) => {
  if (process.getuid?.() !== 0) skip('only root can become nobody');
  const folder = newFolder();
  const scenario = join(folder, 'secret.yaml');
  await writeFile(scenario, 'orders: []\n', { mode: 0o600 });
  await chmod(folder, 0o755);
  const serve = `"$0" "$1" serve --port 0 --control off --scenario ${scenario}`;
  const { code, stderr } = await runShell(`setpriv --reuid=65534 --regid=65534 --clear-groups ${serve}`);
  expect([code, stderr]).toEqual([2, `error: ${scenario} may not be read by this user\n`]);
});
