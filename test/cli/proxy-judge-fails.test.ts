import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { exitFor } from '../../src/cli/exit.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { openProxyCommand, startProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };
const shop = () => openTestSimulator({ orders: [placed(12n, 'pending'), placed(13n, 'shipped')] });

/** A thread that judges one exchange, and fails with the next one. */
const file = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    let judged = 0;
    parentPort.on('message', ({ kind }) => {
      if (kind !== 'judge') return;
      if (judged === 1) throw new Error('out of order');
      judged += 1;
      parentPort.postMessage({ kind: 'judged' });
    });`)}`,
);
const start: typeof startProxy = (options) => startProxy({ ...options, startJudge: () => new Worker(file) });

test('a thread that fails stops no traffic: the proxy says so at once, exits with 70, and writes no verdict', async () => {
  await using simulator = await shop();
  const at = newFolder();
  const [scenario, report] = [join(at, 'captured.yaml'), join(at, 'r.json')];
  const proxy = await openProxyCommand(
    [
      simulator.baseUrl,
      ...['--save-scenario', scenario, '--report', `json=${report}`],
      ...['--control-port', '0', '--control-token', 'token-4711'],
    ],
    {},
    start,
  );
  const status = async (method: string, path: string): Promise<number> =>
    (await fetch(proxy.baseUrl + path, { method, headers })).status;
  expect([await status('GET', '/store/orders'), await status('DELETE', '/store/orders/12')]).toEqual([
    200, 204,
  ]);
  await proxy.said(/^error: traffic is still forwarded, but no longer judged, .*: out of order$/m);
  expect([await status('DELETE', '/store/orders/13'), await status('GET', '/store/orders')]).toEqual([
    409, 200,
  ]);

  const [, control = ''] = await proxy.said(/, (http\S+) \(control\)/);
  const asked = await fetch(`${control}/report`, {
    method: 'POST',
    headers: { Authorization: 'Bearer token-4711' },
  });
  expect([asked.status, await asked.text()]).toEqual([500, expect.stringContaining('the judging thread')]);

  proxy.interrupt();
  const error: unknown = await proxy.ended.catch((thrown: unknown) => thrown);
  expect(exitFor(error, false)).toEqual({
    lines: [
      'error: this is a bug in store-orders-sim: the thread that judges failed after 1 of 4 exchanges, so there is no report: out of order',
      'hint: run again with --debug or SIM_DEBUG=1 to print the stack, and report the bug',
    ],
    exitCode: 70,
  });
  expect(exitFor(error, true).lines[1]).toContain('[cause]: Error: out of order');
  expect(readFileSync(scenario, 'utf8')).toContain('orders:');
  expect(() => readFileSync(report)).toThrow('ENOENT');
});

test('a thread that fails does not hide that the command failed', async () => {
  await using simulator = await shop();
  const code = `const list = () => fetch(process.env.STORE_ORDERS_BASE_URL + '/store/orders');
    list().then(list).then(({ status }) => process.exit(status === 401 ? 9 : 1));`;
  const args = ['--port', '0', simulator.baseUrl, '--', process.execPath, '-e', code];
  const run = startProxyCommand(args, {}, start);
  await expect(run.ended).rejects.toThrow('failed after 1 of 2 exchanges');
  expect(run.printed()).toContain('COMMAND exited with 9.');
});
