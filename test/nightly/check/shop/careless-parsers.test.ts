import { expect, test } from 'vitest';
import type { OrderStore } from '../../../../src/simulator/orders/order-store.ts';
import { placed } from '../../../support/an-environment.ts';
import { checkShop, type Front, orderIdOf, shopOrders } from './open-shop.ts';

// Level probe cancels no order of a target that takes an absent id for a listed one.

type Parse = (id: bigint) => bigint;

const clamp =
  (from: bigint, to: bigint): Parse =>
  (id) =>
    id < from ? from : id > to ? to : id;
const failing =
  (otherwise: bigint): Parse =>
  (id) =>
    BigInt.asIntN(32, id) === id ? id : otherwise;

const parsers: readonly (readonly [how: string, parse: Parse])[] = [
  ['to 32 bits, saturating', clamp(-(2n ** 31n), 2n ** 31n - 1n)],
  ['to 32 bits without a sign, saturating', clamp(0n, 2n ** 32n - 1n)],
  ['to 53 bits, saturating', clamp(-(2n ** 53n) + 1n, 2n ** 53n - 1n)],
  ['to 63 bits without a sign, saturating', clamp(0n, 2n ** 63n - 1n)],
  ['to the low 32 bits', (id) => BigInt.asIntN(32, id)],
  ['as JavaScript does with | 0', (id) => BigInt(Number(id) | 0)],
  ['to a double', (id) => BigInt(Number(id))],
  ['without its sign', (id) => (id < 0n ? -id : id)],
  ['to 0 if it does not fit', failing(0n)],
  ['to -1 if it does not fit', failing(-1n)],
  ['to the smallest of 32 bits if it does not fit', failing(-(2n ** 31n))],
];

/** Ids that careless parsers return. */
const edges = [
  0n,
  -1n,
  2n ** 31n - 1n,
  -(2n ** 31n),
  2n ** 32n - 1n,
  2n ** 53n - 1n,
  -(2n ** 53n) + 1n,
  2n ** 53n,
  2n ** 63n - 1n,
];

/** All edges let a check try few ids; one edge alone lets it try most. */
const lists = [edges, ...edges.map((id) => [id])];
test.each(parsers)('cancels no order of a target that reads an id %s', async (_how, parse) => {
  for (const listed of lists) {
    let store: OrderStore | undefined;
    const front: Front = (request, behind) => {
      store = behind.store;
      const id = orderIdOf(request);
      const read = id === undefined ? undefined : String(parse(BigInt(id)));
      return behind.respond({ ...request, target: request.target.replace(/-?\d+$/, read ?? '$&') });
    };
    const orders = [...shopOrders(), ...listed.map((id) => placed(id))];
    const report = await checkShop(front, { orders }, { level: 'probe' });
    const tried = report.exchanges.filter(({ request }) => request.method === 'DELETE');
    expect(tried.length).toBeGreaterThanOrEqual(6);
    const after = await Promise.all(listed.map((id) => store?.get(id)));
    expect(after.map((order) => order?.status)).toEqual(listed.map(() => 'pending'));
    expect(report.findings.filter(({ rule }) => rule !== 'R25')).toEqual([]);
  }
});
