import { serverKey, type TinyOrder, type Twist, tinyOrder } from './honest-server.ts';
import type { Mutant } from './mutant.ts';

const isCancelled = ({ state }: TinyOrder): boolean => state === 'cancelled';

/** Three orders to cancel, and others. */
const orders = (): TinyOrder[] => [
  ...['101', '103', '104', '111', '112'].map((id) => tinyOrder(id, 'pending')),
  tinyOrder('102', 'pending', { quantity: 1 }),
  ...['201', '202', '203', '204'].map((id) => tinyOrder(id, 'shipped')),
  ...Array.from({ length: 40 }, (_, index) => tinyOrder(String(301 + index), 'pending')),
];
const named = { pendingIds: [101n, 103n, 111n], shippedIds: [201n] };

/** A server whose list differs after cancels. */
function damaging(
  name: string,
  damage: (orders: readonly TinyOrder[], cancelled: number) => readonly TinyOrder[],
): Mutant {
  const list: Twist['list'] = (all) => {
    const { length } = all.filter(isCancelled);
    return length > 0 ? damage(all, length) : all;
  };
  return {
    name: `the cancel of an order ${name}`,
    rule: 'R33',
    level: 'cancel',
    twist: { orders, list },
    named,
  };
}

/** A server that rewrites a field of one order, and one that rewrites it in all orders that are not cancelled. */
function rewriting(field: string, from: string | RegExp, to: string): Mutant[] {
  const rewrite = (whose: string, where: (order: TinyOrder) => boolean): Mutant =>
    damaging(`rewrites ${field} of ${whose}`, (orders) =>
      orders.map((order) => (where(order) ? { ...order, text: order.text.replace(from, to) } : order)),
    );
  const one = rewrite('another', ({ id }) => id === '102');
  return [one, rewrite('all others', (order) => !isCancelled(order))];
}

/** Servers whose cancels change orders that were not named in the request. */
export const otherOrdersMutants: readonly Mutant[] = [
  damaging('removes all pending ones', (all) => all.filter(({ state }) => state !== 'pending')),
  damaging('removes its neighbour', (all) =>
    all.filter(({ id }) => !all.some((one) => isCancelled(one) && Number(one.id) + 1 === Number(id))),
  ),
  damaging('removes a shipped one', (all, cancelled) =>
    all.filter(({ id }) => !['202', '203', '204'].slice(0, cancelled).includes(id)),
  ),
  ...rewriting('petId', /"petId":\d+/, '"petId":9007199254740993'),
  ...rewriting('quantity', /"quantity":\d+/, '"quantity":100'),
  ...rewriting('shipDate', /2026-01/, '2026-02'),
  ...rewriting('complete', 'false', 'true'),
  {
    name: 'the cancel of an absent order removes one that exists',
    rule: 'R33',
    level: 'probe',
    twist: {
      orders,
      cancel(order, { authorization }) {
        if (order === undefined && authorization === `Bearer ${serverKey}`) absentCancels += 1;
        return undefined;
      },
      list(all, { number }) {
        if (number === 1) absentCancels = 0;
        return all.slice(Math.floor(absentCancels / 4));
      },
    },
  },
  {
    name: 'the refused cancel of a shipped order removes another one',
    rule: 'R33',
    level: 'cancel',
    named: { pendingIds: [], shippedIds: [201n, 202n, 203n] },
    twist: {
      orders,
      cancel: (order) => {
        if (order?.state === 'shipped') tried.add(order);
        return undefined;
      },
      list: (all) => all.slice(0, all.length - all.filter((order) => tried.has(order)).length),
    },
  },
  {
    name: 'the refused cancel of a shipped order changes it',
    rule: 'R31',
    level: 'cancel',
    twist: {
      cancel: (order) => {
        if (order?.id === '201') tried.add(order);
        return undefined;
      },
      list: (orders) =>
        orders.map((order) =>
          tried.has(order) ? { ...order, text: order.text.replace('"quantity":2', '"quantity":3') } : order,
        ),
    },
  },
  {
    name: 'each refused cancel of a shipped order turns a field of it',
    rule: 'R31',
    level: 'cancel',
    twist: {
      cancel: (order) => {
        if (order?.id === '201' && !tried.delete(order)) tried.add(order);
        return undefined;
      },
      list: (orders) =>
        orders.map((order) =>
          tried.has(order) ? { ...order, text: order.text.replace('true', 'false') } : order,
        ),
    },
  },
  {
    name: 'an order is cancelled although its cancels without a valid key get a 401',
    rule: 'R34',
    level: 'cancel',
    twist: { cancel: (order) => (order?.id === '101' || order?.id === '9007199254740993' ? 409 : undefined) },
    named: { pendingIds: [101n, 102n, 9007199254740993n], shippedIds: [] },
  },
];

/** Of the server that was started last. */
let absentCancels = 0;

/** Each server has new orders, so that servers do not share state here. */
const tried = new WeakSet<TinyOrder>();
