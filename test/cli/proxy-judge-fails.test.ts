import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exitFor } from '../../src/cli/exit.ts';
import { startProxy } from '../../src/traffic/proxy/start-proxy.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { openProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };
/** Its second response breaks the contract. */
const shop = () =>
  openTestSimulator({
    orders: [placed(12n, 'pending'), placed(13n, 'shipped')],
    faults: [{ kind: 'status', status: 500, every: 2, times: 1 }],
  });

/** Fails where it judges what breaks the contract. */
const start: typeof startProxy = (options) =>
  startProxy({
    ...options,
    onBroken: () => {
      throw new Error('out of order');
    },
  });

test('a judge that fails stops no traffic: the proxy says so at once, exits with 70, and writes no verdict', async () => {
  await using simulator = await shop();
  const report = join(newFolder(), 'r.json');
  const proxy = await openProxyCommand([simulator.baseUrl, '--report', `json=${report}`], start);
  const status = async (method: string, path: string): Promise<number> =>
    (await fetch(proxy.baseUrl + path, { method, headers })).status;
  expect([await status('GET', '/store/orders'), await status('DELETE', '/store/orders/12')]).toEqual([
    200, 500,
  ]);
  await proxy.said(/^error: traffic is still forwarded, but no longer judged, .*: out of order$/m);
  expect([await status('DELETE', '/store/orders/13'), await status('GET', '/store/orders')]).toEqual([
    409, 200,
  ]);

  proxy.interrupt();
  const error: unknown = await proxy.ended.catch((thrown: unknown) => thrown);
  expect(exitFor(error, false)).toEqual({
    lines: [
      'error: this is a bug in store-orders-sim: judging failed after 1 of 4 exchanges, so there is no report: out of order',
      'hint: run again with --debug or SIM_DEBUG=1 to print the stack, and report the bug',
    ],
    exitCode: 70,
  });
  expect(() => readFileSync(report)).toThrow('ENOENT');
});
