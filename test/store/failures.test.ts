import { expect, test } from 'vitest';
import type { EndedRequest } from '../../src/index.ts';
import { connectSharedStore } from '../../src/simulator/environment/shared/shared-store.ts';
import { placed } from '../helpers/an-environment.ts';
import { controlToken } from '../helpers/open-test-simulator.ts';
import { readEvents } from '../simulator/control-api/console/event-reader.ts';
import { openFleet, sendTo, until } from './fleet.ts';
import { startValkey } from './start-valkey.ts';

const orders = [placed(1n), placed(2n), placed(3n)];
const list = '/v1/store/orders';

test('without a response of the store, requests get 503 within its time-out, and later work again', async () => {
  await using valkey = await startValkey();
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  const readiness = () => fetch(`${fleet.all[0]?.controlUrl}/readyz`);
  expect((await readiness()).status).toBe(200);
  valkey.pause(true);
  const sent = await fleet.send('DELETE', `${list}/1`);
  expect([sent.status, JSON.parse(sent.body).code]).toEqual([503, 'store_unavailable']);
  expect((await readiness()).status).toBe(503);
  await expect(fleet.control(0).environment('production').show()).rejects.toThrow(
    'The shared store cannot be reached',
  );
  valkey.pause(false);
  await until(200, readiness);
  await until(200, () => sendTo(fleet.all[0], 'GET', list));
  await until(200, () => sendTo(fleet.all[1], 'GET', list));
  // The outcome of the first is unknown: it took effect or not, and a second request decides.
  expect([204, 409]).toContain((await fleet.send('DELETE', `${list}/1`)).status);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(409);
});

test('an exchange that failed before it had a number is reported without one, and not shown to who watches', async () => {
  await using valkey = await startValkey();
  const ended: EndedRequest[] = [];
  const onRequest = (request: EndedRequest) => void ended.push(request);
  await using fleet = await openFleet(valkey.address(), 1, { orders, onRequest });
  const headers = { Authorization: `Bearer ${controlToken}` };
  using events = await readEvents(fleet.all[0]?.controlUrl ?? '', headers);
  await events.next();
  valkey.pause(true);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(503);
  valkey.pause(false);
  await until(204, () => fleet.send('DELETE', `${list}/2`));
  expect(ended.at(0)).toEqual({
    environment: 'production',
    method: 'DELETE',
    target: `${list}/1`,
    status: 503,
    ms: expect.any(Number),
  });
  expect(ended.at(-1)).toMatchObject({ exchange: expect.any(Number), status: 204 });
  const { data } = await events.nextOf('exchanges');
  expect(data).toMatchObject({ exchanges: [{ number: ended.at(-1)?.exchange, status: 204 }], dropped: 0 });
});

test.each([
  ['nothing on its disk', []],
  ['every write on its disk', ['--appendonly', 'yes', '--appendfsync', 'always']],
])('after a restart of the store with %s, nothing is certain until a reset', async (_, extra) => {
  await using valkey = await startValkey(extra);
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  await valkey.kill();
  expect((await fleet.send('GET', list)).status).toBe(503);
  await valkey.restart();
  const readiness = (at: number) => () => fetch(`${fleet.all[at]?.controlUrl}/readyz`);
  for (const at of [0, 1]) await until(200, readiness(at));
  for (const method of ['GET', 'DELETE'] as const)
    for (const at of [0, 1]) {
      const path = method === 'GET' ? list : `${list}/1`;
      expect((await sendTo(fleet.all[at], method, path)).status).toBe(503);
    }
  const environment = fleet.control(1).environment('production');
  await expect(environment.show()).rejects.toThrow(/reset it with POST/);
  await environment.reset();
  for (const one of fleet.all) expect((await sendTo(one, 'GET', list)).status).toBe(200);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
});

test('a store that was emptied is not filled again without a reset', async () => {
  await using valkey = await startValkey();
  await using fleet = await openFleet(valkey.address(), 2, { orders });
  valkey.command('FLUSHALL');
  for (const one of fleet.all) expect((await sendTo(one, 'DELETE', `${list}/1`)).status).toBe(503);
  await fleet.control(0).environment('production').reset();
  for (const one of fleet.all) expect((await sendTo(one, 'GET', list)).status).toBe(200);
});

test('a store that cannot be used is refused at the start, without its password', async () => {
  await using valkey = await startValkey(['--requirepass', 'right-secret']);
  const refused = (user: string) =>
    connectSharedStore(`valkey://${user}127.0.0.1:${valkey.port}?timeout=1000`);
  await expect(refused('')).rejects.toThrow(/^--store valkey:.*cannot be used: NOAUTH/);
  await expect(refused(':wrong-secret@')).rejects.toThrow(/^(?!.*wrong-secret).*WRONGPASS/s);
  const store = await refused(':right-secret@');
  store.close();
  await valkey.kill();
  await expect(refused('')).rejects.toThrow(/ECONNREFUSED.*start Valkey 7.2/);
});

test('a simulator that starts with a restarted store serves nothing of it until a reset', async () => {
  await using valkey = await startValkey(['--appendonly', 'yes', '--appendfsync', 'always']);
  const address = valkey.address();
  {
    await using fleet = await openFleet(address, 1, { orders });
    expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  }
  await valkey.kill();
  await valkey.restart();
  await using fleet = await openFleet(address, 1, { orders });
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(503);
  await fleet.control(0).environment('production').reset();
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
});

test('without the changes that a simulator knows, nothing is certain until a reset', async () => {
  await using valkey = await startValkey();
  await using fleet = await openFleet(valkey.address('shorter'), 1, { orders });
  const production = fleet.control(0).environment('production');
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  valkey.command('DEL', 'shorter:{production}:log');
  expect((await fleet.send('GET', list)).status).toBe(503);
  await expect(production.show()).rejects.toThrow(/reset it with POST/);
  await production.reset();
  expect((await fleet.send('GET', list)).status).toBe(200);
});
