import { serverKey, type TinyOrder, type Twist, tinyOrder } from './honest-server.ts';
import type { BrokenServer } from './mutant.ts';

type Orders = readonly TinyOrder[];

const isCancelled = ({ state }: TinyOrder): boolean => state === 'cancelled';

/** Orders to cancel, and others. */
const orders = (): TinyOrder[] => [
  ...['101', '103', '104', '111', '112'].map((id) => tinyOrder(id, 'pending')),
  tinyOrder('102', 'pending', { quantity: 1 }),
  ...['201', '202', '203', '204'].map((id) => tinyOrder(id, 'shipped')),
  ...Array.from({ length: 40 }, (_, index) => tinyOrder(String(301 + index), 'pending')),
];
const named = { pendingIds: [101n, 103n, 111n], shippedIds: [201n] };

/** A server whose list differs after cancels. */
const damaging = (
  name: string,
  damage: (orders: Orders, cancelled: number) => Orders,
  broken = 'R33',
): BrokenServer => {
  const list: Twist['list'] = (all) => {
    const { length } = all.filter(isCancelled);
    return length > 0 ? damage(all, length) : all;
  };
  return [`the cancel of an order ${name}`, broken, { orders, list }, named];
};

/** A server that rewrites a field of one order, and one that rewrites it in all orders that are not cancelled. */
const rewriting = (field: string, from: string | RegExp, to: string): BrokenServer[] => {
  const rewrite = (whose: string, where: (order: TinyOrder) => boolean, broken: string): BrokenServer => {
    const damage = (all: Orders): Orders =>
      all.map((order) => (where(order) ? { ...order, text: order.text.replace(from, to) } : order));
    return damaging(`rewrites ${field} of ${whose}`, damage, broken);
  };
  return [
    rewrite('another', ({ id }) => id === '102', 'R33'),
    rewrite('all others', (order) => !isCancelled(order), 'R31 R33'),
  ];
};

/** A server whose list changes with the refused cancels of its shipped orders. `toggles`: each second one undoes it. */
const refusing =
  (change: (all: Orders, tried: ReadonlySet<TinyOrder>) => Orders, toggles = false) =>
  (): Twist => {
    const tried = new Set<TinyOrder>();
    return {
      cancel: (order) => {
        if (order?.state === 'shipped' && !(toggles && tried.delete(order))) tried.add(order);
        return undefined;
      },
      list: (all) => change(all, tried),
    };
  };
const replacing =
  (from: string, to: string) =>
  (all: Orders, tried: ReadonlySet<TinyOrder>): Orders =>
    all.map((order) => (tried.has(order) ? { ...order, text: order.text.replace(from, to) } : order));

/** A server that loses an order with each fourth cancel of an absent order. */
function losingByAbsent(): Twist {
  let absentCancels = 0;
  return {
    orders,
    cancel(order, { authorization }) {
      if (order === undefined && authorization === `Bearer ${serverKey}`) absentCancels += 1;
      return undefined;
    },
    list: (all) => all.slice(Math.floor(absentCancels / 4)),
  };
}

/** A server whose list is without an order from the third one after a cancel on. */
function losingLate(): Twist {
  let lists = 0;
  return {
    list: (all) => {
      if (all.some(isCancelled)) lists += 1;
      return lists > 2 ? all.filter(({ id }) => id !== '102') : all;
    },
  };
}

/** Servers whose cancels change orders that were not named in the request. */
export const brokenOthers: readonly BrokenServer[] = [
  damaging(
    'removes all pending ones',
    (all) => all.filter(({ state }) => state !== 'pending'),
    // Those that are cancelled later are listed again.
    'R33 R36',
  ),
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
  ['the cancel of an order removes another one two lists later', 'R33', losingLate],
  ['the cancel of an absent order removes one that exists', 'R33', losingByAbsent, { pendingIds: [103n] }],
  [
    'the refused cancel of a shipped order removes another one',
    'R33',
    () => ({ orders, ...refusing((all, tried) => all.slice(0, all.length - tried.size))() }),
    { pendingIds: [], shippedIds: [201n, 202n, 203n] },
  ],
  [
    'the refused cancel of a shipped order changes it',
    'R31',
    refusing(replacing('"quantity":2', '"quantity":3')),
  ],
  [
    'each refused cancel of a shipped order turns a field of it',
    'R31',
    refusing(replacing('true', 'false'), true),
  ],
  [
    'an order is cancelled although its cancels without a valid key get a 401',
    'R34',
    { cancel: (order) => (order?.id === '101' || order?.id === '9007199254740993' ? 409 : undefined) },
    { pendingIds: [101n, 102n, 9007199254740993n], shippedIds: [] },
  ],
];
