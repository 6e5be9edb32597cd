import { afterAll, beforeAll, expect, test } from 'vitest';
import { placed } from '../helpers/an-environment.ts';
import { openTestSimulator } from '../helpers/open-test-simulator.ts';
import { openCutProxy } from './cut-proxy.ts';
import { openFleet, sendTo } from './fleet.ts';
import { startValkey, type TestValkey } from './start-valkey.ts';

let valkey: TestValkey;

beforeAll(async () => {
  valkey = await startValkey();
});

afterAll(() => valkey[Symbol.asyncDispose]());

const orders = Array.from({ length: 40 }, (_, at) => placed(BigInt(at + 1)));
const list = '/v1/store/orders';

/** A simulator whose calls of functions are counted, and another one that shares its environments. */
async function openCounted(prefix: string) {
  const proxy = await openCutProxy(valkey.port);
  const simulator = await openTestSimulator({
    orders,
    gaps: { 'cancelled-in-list': 'remove' },
    store: `valkey://127.0.0.1:${proxy.port}?prefix=${prefix}`,
  });
  const fleet = await openFleet(valkey.address(prefix), 1, { orders });
  /** Sends requests at once. Returns their statuses and the number of calls. */
  const count = async (...requests: readonly (readonly ['GET' | 'DELETE', string, string?])[]) => {
    const before = proxy.calls;
    const sent = await Promise.all(requests.map((request) => sendTo(simulator, ...request)));
    return { statuses: sent.map(({ status }) => status), calls: proxy.calls - before };
  };
  return {
    count,
    fleet,
    readings: () => proxy.readings,
    [Symbol.asyncDispose]: async () => {
      await simulator.stop(0);
      await fleet[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

test('a cancel, an unchanged list and a refusal are one round trip each', async () => {
  await using counted = await openCounted('trips');
  for (const [method, path, status, key] of [
    ['GET', list, 200],
    ['GET', list, 200],
    ['DELETE', `${list}/1`, 204],
    ['DELETE', `${list}/1`, 404],
    ['DELETE', `${list}/999`, 404],
    ['GET', list, 200],
    ['GET', list, 401, 'another'],
    ['GET', '/v1/nothing', 404],
  ] as const)
    expect([
      method,
      path,
      await counted.count(key === undefined ? [method, path] : [method, path, key]),
    ]).toEqual([method, path, { statuses: [status], calls: 1 }]);
});

test('requests that arrive together share round trips', async () => {
  await using counted = await openCounted('together');
  const cancels = orders.map(({ order }) => ['DELETE', `${list}/${order.id}`] as const);
  const { statuses, calls } = await counted.count(...cancels);
  expect(new Set(statuses)).toEqual(new Set([204]));
  expect(calls).toBeLessThanOrEqual(orders.length);
});

test('a change by another replica costs a list or a cancel of that order one more round trip', async () => {
  await using counted = await openCounted('others');
  expect((await counted.fleet.send('DELETE', `${list}/1`)).status).toBe(204);
  expect(await counted.count(['DELETE', `${list}/2`])).toEqual({ statuses: [204], calls: 1 });
  expect((await counted.fleet.send('DELETE', `${list}/3`)).status).toBe(204);
  expect(await counted.count(['DELETE', `${list}/3`])).toEqual({ statuses: [404], calls: 2 });
  expect((await counted.fleet.send('DELETE', `${list}/4`)).status).toBe(204);
  expect(await counted.count(['GET', list])).toEqual({ statuses: [200], calls: 2 });
});

test('requests that meet a reset by another replica together read its scenario once', async () => {
  await using counted = await openCounted('reset');
  await counted.fleet.control(0).environment('production').reset();
  const lists = Array.from({ length: 20 }, () => ['GET', list] as const);
  const before = counted.readings();
  const { statuses } = await counted.count(...lists);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(counted.readings() - before).toBe(1);
});
