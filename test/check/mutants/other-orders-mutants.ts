import type { TinyOrder, Twist } from './honest-server.ts';
import type { Mutant } from './mutant.ts';

const isCancelled = ({ id, state }: TinyOrder): boolean => id === '101' && state === 'cancelled';

/** A server whose list differs after the cancel of order 101. */
function damaging(name: string, damage: (orders: readonly TinyOrder[]) => readonly TinyOrder[]): Mutant {
  const list: Twist['list'] = (orders) => (orders.some(isCancelled) ? damage(orders) : orders);
  return { name: `the cancel of an order ${name}`, rule: 'R33', level: 'cancel', twist: { list } };
}

function rewriting(field: string, from: string | RegExp, to: string): Mutant {
  return damaging(`rewrites ${field} of another`, (orders) =>
    orders.map((order) => (order.id === '102' ? { ...order, text: order.text.replace(from, to) } : order)),
  );
}

const without =
  (...gone: readonly string[]) =>
  (orders: readonly TinyOrder[]): readonly TinyOrder[] =>
    orders.filter(({ id }) => !gone.includes(id));

/** Servers whose cancels change orders that were not named in the request. */
export const otherOrdersMutants: readonly Mutant[] = [
  damaging('removes all pending ones', without('101', '102', '9007199254740993')),
  damaging('removes its neighbour', without('102')),
  damaging('removes a shipped one', without('202')),
  rewriting('petId', '"petId":7', '"petId":9007199254740993'),
  rewriting('quantity', '"quantity":1', '"quantity":100'),
  rewriting('shipDate', '10:00:00Z', '10:00:01Z'),
  rewriting('complete', 'false', 'true'),
  {
    name: 'the cancel of an absent order removes one that exists',
    rule: 'R33',
    level: 'probe',
    twist: {
      // The list with query parameters and three plain ones are requested before any cancel.
      list: (orders, { query, times }) => (query.size === 0 && times > 3 ? orders.slice(1) : orders),
    },
  },
  {
    name: 'the refused cancel of a shipped order removes another one',
    rule: 'R33',
    level: 'cancel',
    twist: {
      cancel: (order) => {
        if (order?.id === '201') tried.add(order);
        return undefined;
      },
      list: (orders) => (orders.some((order) => tried.has(order)) ? without('202')(orders) : orders),
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
    name: 'an order is cancelled although its cancels without a valid key get a 401',
    rule: 'R34',
    level: 'cancel',
    twist: { cancel: (order) => (order?.id === '101' ? 409 : undefined) },
    named: { pendingIds: [101n, 102n], shippedIds: [] },
  },
];

/** Each server has new orders, so that servers do not share state here. */
const tried = new WeakSet<TinyOrder>();
