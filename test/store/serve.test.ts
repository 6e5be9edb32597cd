import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Simulator, startSimulator } from '../../src/index.ts';
import { openCommandLines } from '../helpers/run-program.ts';
import { freePort, startValkey, type TestValkey } from './start-valkey.ts';

const run = openCommandLines();
const silent = createServer();
const web = createHttpServer((_, response) => response.end('not a store'));
let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
  valkey.command('ACL', 'SETUSER', 'without-functions', 'on', '>pw', '~*', '+@all', '-function');
  valkey.command('ACL', 'SETUSER', 'without-keys', 'on', '>pw', '~others:*', '+@all');
  for (const server of [silent, web]) await once(server.listen(0, '127.0.0.1'), 'listening');
});

afterAll(async () => {
  for (const server of [silent, web]) server.close();
  await valkey[Symbol.asyncDispose]();
});

const at = (server: typeof silent | typeof web) => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const there = () => `127.0.0.1:${valkey.port}`;

test.each([
  ['nothing at the address', async () => `valkey://127.0.0.1:${await freePort()}`, 3, 'ECONNREFUSED'],
  ['a server that says nothing', () => `valkey://${at(silent)}`, 3, 'no connection within 2000 ms'],
  ['no answer to a password', () => `valkey://:pw@${at(silent)}`, 3, 'no connection within 2000 ms'],
  ['a server of another protocol', () => `valkey://${at(web)}`, 3, 'Unknown RESP type'],
  ['a wrong password', () => `valkey://without-keys:wrong-secret@${there()}`, 3, 'WRONGPASS'],
  ['TLS to a server without it', () => `rediss://${there()}`, 3, 'with TLS for rediss:// and valkeys://'],
  ['a database that is not there', () => `valkey://${there()}/99`, 3, 'DB index is out of range'],
  ['a user without functions', () => `valkey://without-functions:pw@${there()}`, 3, "'function|load'"],
  ['a user without its keys', () => `valkey://without-keys:pw@${there()}`, 3, 'NOPERM .* one of the keys'],
  ['a Sentinel that is none', () => `valkey://${there()}?sentinel=primary`, 3, "unknown command 'SENTINEL'"],
  ['no certificate', () => `rediss://${there()}?ca=nowhere.pem`, 2, 'nowhere.pem, does not exist'],
])('serve refuses a store with %s in one line', async (_, address, code, message) => {
  const ended = await run(['serve', '--port', '0', '--control-port', '0', '--store', await address()]);
  expect(ended.stderr).toMatch(
    new RegExp(`^error: (the ca of )?--store.*${message.replaceAll('|', '\\|')}.*$`, 'm'),
  );
  expect([ended.code, ended.stdout]).toEqual([code, '']);
  expect(ended.stderr).not.toMatch(/wrong-secret|^ +at /m);
});

test('the environments of a file are created once, and wait for a reset when their store was restarted', async () => {
  await using own = await startValkey(['--appendonly', 'yes', '--appendfsync', 'always']);
  const environments = JSON.stringify({ cart: { scenario: { orders: [{ id: 1 }] } } });
  const start = () => startSimulator({ store: own.address('files'), environments });
  const cancel = async ({ baseUrl }: Simulator) => {
    const url = `${baseUrl.replace(/v1$/, 'cart/v1')}/store/orders/1`;
    const headers = { Authorization: 'Bearer test-api-key' };
    return (await fetch(url, { method: 'DELETE', headers })).status;
  };
  {
    await using one = await start();
    expect(await cancel(one)).toBe(204);
    await using other = await start();
    expect([await cancel(other), await cancel(one)]).toEqual([409, 409]);
  }
  await own.kill();
  await own.restart();
  await using one = await start();
  await using other = await start();
  expect([await cancel(one), await cancel(other)]).toEqual([503, 503]);
  await one.control?.environment('cart').reset();
  expect([await cancel(other), await cancel(one)]).toEqual([204, 409]);
});
