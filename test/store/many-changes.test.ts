import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxChanges, maxPutBytes } from '../../src/simulator/orders/valkey/functions.ts';
import { placed } from '../helpers/an-environment.ts';
import { openFleet } from './fleet.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
});

afterAll(() => valkey[Symbol.asyncDispose]());

const list = '/v1/store/orders';
const orders = [placed(1n), placed(2n), placed(3n)];
const meta = (prefix: string) => `${prefix}:{production}:meta`;

test('without room for another order, puts get 507 in every replica until a reset, and everything else works', async () => {
  await using fleet = await openFleet(valkey.address('full'), 2, { orders });
  const [one, other] = [0, 1].map((at) => fleet.control(at).environment('production'));
  await one?.orders.put(4n, {});
  const spent = Number(valkey.command('HGET', meta('full'), 'spent'));
  // As after a million puts: the next of the same size is the last.
  valkey.command('HSET', meta('full'), 'spent', `${maxPutBytes - spent}`);
  await one?.orders.put(4n, {});
  for (const environment of [one, other]) {
    await expect(environment?.orders.put(5n, {})).rejects.toMatchObject({
      status: 507,
      code: 'out_of_memory',
      message:
        'There is no room for more: the 256 MiB that the shared store has for the orders that were put into production are in use; reset it with POST /environments/production/reset.',
    });
    expect((await environment?.orders.list())?.map(({ id }) => id)).toContain(4n);
  }
  expect((await fleet.send('DELETE', `${list}/4`)).status).toBe(204);
  expect((await one?.orders.ship(4n, { force: true }))?.changed).toBe(true);
  await other?.orders.delete(4n);
  expect((await fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  await other?.reset();
  await one?.orders.put(5n, {});
});

test('concurrent puts through two replicas take no more room than there is', async () => {
  await using fleet = await openFleet(valkey.address('race'), 2, { orders });
  await fleet.control(0).environment('production').orders.put(10n, {});
  const each = Number(valkey.command('HGET', meta('race'), 'spent'));
  valkey.command('HSET', meta('race'), 'spent', `${maxPutBytes - 3 * each}`);
  const put = async (id: number) =>
    fleet
      .control(id)
      .environment('production')
      .orders.put(BigInt(10 + id), {});
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, (_, id) => put(id)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('a replica that starts late reads all changes, in parts', async () => {
  const address = valkey.address('late');
  await using fleet = await openFleet(address, 1, { orders });
  const first = fleet.control(0).environment('production');
  await first.orders.put(4n, {});
  const before = orders.length + 1;
  // As the puts of a long test: orders 1001, 1002, …
  const count = 2 * maxChanges + 10;
  const script = `for id = 1001, 1000 + ${count} do redis.call('RPUSH', KEYS[1], 'pp{"id":' .. id .. '}') end`;
  valkey.command('EVAL', script, '1', 'late:{production}:log');
  await using late = await openFleet(address, 1);
  for (const control of [late.control(0), fleet.control(0)]) {
    const shown = await control.environment('production').show();
    expect(shown.orders.pending).toBe(before + count);
  }
  const { body } = await late.send('GET', list);
  expect(JSON.parse(body)).toHaveLength(before + count);
});
