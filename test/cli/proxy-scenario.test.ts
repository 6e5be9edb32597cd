import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/index.ts';
import { placed } from '../support/an-environment.ts';
import { newFolder } from '../support/new-folder.ts';
import { openTestSimulator, testKey } from '../support/open-test-simulator.ts';
import { openProxyCommand, startProxyCommand } from './run-proxy.ts';

const headers = { Authorization: `Bearer ${testKey}` };

const shop = () =>
  openTestSimulator({
    orders: [placed(4711n, 'pending'), placed(4712n, 'shipped'), placed(9_007_199_254_740_993n, 'pending')],
  });

async function send(baseUrl: string, ...requests: readonly (readonly [method: string, path: string])[]) {
  for (const [method, path] of requests)
    await (await fetch(`${baseUrl}/store/orders${path}`, { method, headers })).arrayBuffer();
}

test('--save-scenario writes the list of the traffic with the statuses that cancels have shown', async () => {
  const file = join(newFolder(), 'captured.yaml');
  await using upstream = await shop();
  const proxy = await openProxyCommand([upstream.baseUrl, '--save-scenario', file]);
  await send(proxy.baseUrl, ['GET', ''], ['DELETE', '/4711'], ['DELETE', '/4712'], ['GET', '']);
  proxy.interrupt();
  const { out, err, code } = await proxy.ended;
  expect([code, err]).toEqual([0, expect.not.stringContaining('error')]);
  expect(out).toContain('1 order pending, as cancels have shown. 1 order shipped, as cancels have shown.');
  const text = await readFile(file, 'utf8');
  for (const value of ['4711', '4712', '9007199254740993', testKey]) expect(text).not.toContain(value);
  await using captured = await startSimulator({ scenario: file, unknownStatus: 'shipped' });
  const orders = await captured.control?.environment('production').orders.list();
  expect(orders?.map(({ id, status }) => [`${id}`.length, status])).toEqual([
    [4, 'pending'],
    [4, 'shipped'],
    [16, 'shipped'],
  ]);
});

test('does not replace a file without --force', async () => {
  const file = join(newFolder(), 'captured.yaml');
  await writeFile(file, 'mine');
  const args = ['http://127.0.0.1:9/v1', '--port', '0', '--save-scenario', file];
  await expect(startProxyCommand(args).ended).rejects.toThrow(
    /exists already; name another file, or replace it/,
  );
  expect(await readFile(file, 'utf8')).toBe('mine');
});
