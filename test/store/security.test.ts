import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeCertificate } from '../../src/http/tls.ts';
import { placed } from '../helpers/an-environment.ts';
import { openFleet } from './fleet.ts';
import { startValkey } from './start-valkey.ts';

const orders = [placed(1n)];

test('the commands of the guide are all that the user of a simulator needs', async () => {
  await using valkey = await startValkey();
  const guide = readFileSync(new URL('../../docs/guides/shared-store.md', import.meta.url), 'utf8');
  const [, rule = ''] = /```text\n(ACL SETUSER .*?)```/s.exec(guide) ?? [];
  valkey.command(...rule.trim().split(/\s+/));
  const address = `valkey://simulator:PASSWORD@127.0.0.1:${valkey.port}?timeout=1000`;
  await using fleet = await openFleet(address, 2, {
    orders,
    faults: [{ kind: 'status', status: 503, times: 1 }],
    ships: [{ kind: 'after-lists', orderId: 1n, lists: 9 }],
  });
  const list = '/v1/store/orders';
  for (const [method, path, status] of [
    ['GET', list, 503],
    ['GET', list, 200],
    ['DELETE', `${list}/1`, 204],
  ] as const)
    expect((await fleet.send(method, path)).status).toBe(status);
  const environment = fleet.control(0).environment('production');
  await environment.orders.put(9n, {});
  await environment.orders.delete(9n);
  await environment.journal.clear();
  await environment.load('mixed');
  await fleet.control(1).createEnvironment({ name: 'cart' });
  expect(await fleet.control(0).environments()).toHaveLength(3);
  await fleet.control(0).environment('cart').delete();
  expect(() => valkey.command('--user', 'simulator', '--pass', 'PASSWORD', 'KEYS', '*')).not.toThrow();
  expect(valkey.command('--user', 'simulator', '--pass', 'PASSWORD', 'FLUSHALL')).toContain('NOPERM');
});

test('TLS is used with rediss://, and a certificate of an unknown authority is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'store-tls-'));
  const caFile = join(folder, 'ca.pem');
  const { cert, key } = await makeCertificate(['127.0.0.1', 'localhost'], caFile);
  await writeFile(join(folder, 'cert.pem'), cert);
  await writeFile(join(folder, 'key.pem'), key);
  await using valkey = await startValkey();
  const tlsPort = `${valkey.port + 1 > 65_535 ? valkey.port - 1 : valkey.port + 1}`;
  for (const [name, value] of [
    ['tls-cert-file', 'cert.pem'],
    ['tls-key-file', 'key.pem'],
    ['tls-ca-cert-file', 'ca.pem'],
  ] as const)
    valkey.command('CONFIG', 'SET', name, join(folder, value));
  valkey.command('CONFIG', 'SET', 'tls-auth-clients', 'no');
  expect(valkey.command('CONFIG', 'SET', 'tls-port', tlsPort)).toContain('OK');
  const address = `rediss://127.0.0.1:${tlsPort}?timeout=2000`;
  await expect(openFleet(address, 1, { orders })).rejects.toThrow(
    /cannot be used: .*(certificate|self-signed)/i,
  );
  await using fleet = await openFleet(`${address}&ca=${caFile}`, 1, { orders });
  expect((await fleet.send('DELETE', '/v1/store/orders/1')).status).toBe(204);
  await rm(folder, { recursive: true });
});
