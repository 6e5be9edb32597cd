import { expect, test } from 'vitest';
import type { Level } from '../../../src/contract/report.ts';
import { checkWithin, type WithinOptions } from '../../check/mutants/check-within.ts';
import {
  errorWire,
  type TinyOrder,
  type Twist,
  tinyOrder,
  tinyOrders,
} from '../../check/mutants/honest-server.ts';
import { cancels, hasKey, responding } from '../../check/mutants/mutant.ts';

// A check cancels no order that its user did not name, whatever the target says about its orders, and whatever it takes for them.

const named = { raceIds: [101n, 9_007_199_254_740_993n], pendingIds: [102n], shippedIds: [201n] };
const allNamed = new Set(Object.values(named).flat().map(String));

/** Ids that software confuses with those of other orders, or returns for one that it cannot read. */
const confused = [
  ...[0n, -1n, -101n, 2n ** 31n - 1n, -(2n ** 31n), 2n ** 32n - 1n],
  ...[2n ** 53n - 1n, -(2n ** 53n) + 1n, 2n ** 53n, 2n ** 53n + 2n, 2n ** 63n - 1n],
];

/** Checks a target that also has orders with these ids, and expects that it cancels none that was not named. */
async function expectUnharmed(twist: Twist, ids: readonly bigint[], level: Level, options?: WithinOptions) {
  const orders = [...tinyOrders(), ...ids.map((id) => tinyOrder(`${id}`, 'pending'))];
  const existing = new Set(orders.map(({ id }) => id));
  const asked: string[] = [];
  const report = await checkWithin(
    {
      ...twist,
      orders: () => orders,
      wire: (wire, request) => {
        const { orderId = '' } = request;
        if (hasKey(request) && existing.has(orderId)) asked.push(orderId);
        return twist.wire?.(wire, request) ?? wire;
      },
    },
    level,
    options,
  );
  const isNamed = (id: string): boolean => level === 'race' && allNamed.has(id);
  expect(orders.filter(({ id, state }) => state === 'cancelled' && !isNamed(id))).toEqual([]);
  // No request with the key names another order that exists, also where the target did not obey it.
  expect(asked.filter((id) => !isNamed(id))).toEqual([]);
  return report;
}

const texts = (change: (order: TinyOrder) => string): Twist => ({
  list: (orders) => orders.map((order) => ({ ...order, text: change(order) })),
});
const ids = (write: (id: string) => string): Twist =>
  texts(({ id, text }) => text.replace(`"id":${id}`, `"id":${write(id)}`));
const nearestDouble = (id: string): string => `${BigInt(Number(id))}`;

// src/check/check-contract.test.ts has lists without orders, cut short and of other shapes, and any status of a cancel.
test.each<[string, Twist]>([
  ['leaves out the ids of orders that were not named', ids((id) => (allNamed.has(id) ? id : 'null'))],
  ['writes ids with a fraction', ids((id) => `${id}.0`)],
  ['writes ids as doubles', ids(nearestDouble)],
  ['writes the low 32 bits of ids', ids((id) => `${BigInt.asIntN(32, BigInt(id))}`)],
  ['writes ids without their sign', ids((id) => id.replace('-', ''))],
  ['gives each order the id of the next one', ids((id) => `${BigInt(id) + 1n}`)],
  ['gives every order the same id', ids(() => '101')],
  ['gives each order two ids', texts(({ id, text }) => text.replace('"id"', `"id":103,"id":${id},"x"`))],
  ['keeps showing its first list', { list: () => tinyOrders() }],
  [
    'redirects a cancel to another order',
    responding(cancels, { ...errorWire(307, 'c', 'm'), headers: [['Location', '/v1/store/orders/202']] }),
  ],
  ['accepts every key', { authorized: () => true }],
  [
    'cancels the order of the nearest double',
    { readId: (id) => (allNamed.has(id) ? id : nearestDouble(id)) },
  ],
])('a race with a target that %s cancels only named orders', async (_, twist) => {
  await expectUnharmed(twist, confused, 'race', named);
});

test('a race with an honest target cancels the named orders', async () => {
  const report = await expectUnharmed({}, confused, 'race', named);
  expect(report.orders.map(({ untested }) => untested)).toEqual(Array(4).fill(undefined));
});

const clamp = (from: bigint, to: bigint) => (id: bigint) => (id < from ? from : id > to ? to : id);
const fails = (otherwise: bigint) => (id: bigint) => (BigInt.asIntN(32, id) === id ? id : otherwise);

test.each<[how: string, parse: (id: bigint) => bigint]>([
  ['to 32 bits, saturating', clamp(-(2n ** 31n), 2n ** 31n - 1n)],
  ['to 32 bits without a sign, saturating', clamp(0n, 2n ** 32n - 1n)],
  ['to 53 bits, saturating', clamp(-(2n ** 53n) + 1n, 2n ** 53n - 1n)],
  ['to 63 bits without a sign, saturating', clamp(0n, 2n ** 63n - 1n)],
  ['as JavaScript does with | 0', (id) => BigInt(Number(id) | 0)],
  ['to a double', (id) => BigInt(Number(id))],
  ['without its sign', (id) => (id < 0n ? -id : id)],
  ['to -1 if it does not fit', fails(-1n)],
  ['to the smallest of 32 bits if it does not fit', fails(-(2n ** 31n))],
])('a probe of a target that reads an id %s cancels nothing', async (_how, parse) => {
  // All of them let a check try few ids; one alone lets it try most.
  for (const listed of [confused, ...confused.map((id) => [id])]) {
    const report = await expectUnharmed({ readId: (id) => `${parse(BigInt(id))}` }, listed, 'probe');
    const tried = report.exchanges.filter(({ request }) => request.method === 'DELETE');
    expect(tried.length).toBeGreaterThanOrEqual(6);
  }
});
