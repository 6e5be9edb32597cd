import { refusedKeys, validKey } from '../../contract/api-key.ts';
import { sameOrders } from '../../contract/judge/order-list.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import type { Probe } from './probe.ts';
import { type ProbeTarget, whyNoResponse } from './target.ts';

export const listProbe: Probe = {
  id: 'list',
  title: 'list the orders',
  level: 'observe',
  decides: [],
  async run(target) {
    await target.list();
    target.others.look();
  },
};

export const listKeysProbe: Probe = {
  id: 'list-keys',
  title: 'list the orders without a key and with wrong keys',
  level: 'observe',
  decides: ['R14', 'R15'],
  async run(target) {
    for (const key of refusedKeys) await target.list(key);
  },
};

/** Usual parameters that filter or page a list. Each of them would shorten a list with orders. */
const queries = [
  ...['status=pending', 'status=shipped', 'complete=true', 'complete=false', 'petId=7403919220'],
  ...['quantity=739391', 'limit=1', 'size=1', 'per_page=1', 'pageSize=1', 'page%5Bsize%5D=1', '$top=1'],
  ...['page=2', 'offset=2', 'cursor=2'],
];

/** R13: lists the orders with each query, and compares them with the plain lists before and after. */
export const listQueryProbe: Probe = {
  id: 'list-query',
  title: 'list the orders with query parameters',
  level: 'observe',
  decides: ['R13'],
  more: 9,
  async run(target) {
    for (const query of queries) if (!(await compareQuery(target, query))) return;
  },
};

/** So many plain lists before each request with a query: nodes that take turns, and their differences, show in one of them. */
const plainLists = [0, 2, 1, 3];

/** Returns whether the next query can be compared: this one changed nothing. */
async function compareQuery(target: ProbeTarget, query: string): Promise<boolean> {
  const { collector, lists } = target;
  const untested = (reason: string): false => {
    collector.untested('R13', reason);
    return false;
  };
  const before = lists.latest();
  if (before.kind === 'unreadable') return untested(`there is no plain list to compare with: ${before.why}`);
  let differing: { readonly exchange: number; readonly orders: number } | undefined;
  for (const amount of plainLists) {
    for (let left = amount; left > 0; left -= 1) {
      await target.list();
      const now = lists.latest();
      if (now.kind === 'unreadable' || !sameOrders(before, now))
        return untested('the list changed between two plain requests');
    }
    const asked = await target.list(validKey, query);
    const orders = ordersOf(target, asked);
    if (asked.kind !== 'responded' || typeof orders === 'string') return untested(`${orders}`);
    if (orders?.orders === 0 && before.orders === 0)
      return untested('the list is empty: there is nothing to filter');
    const exchange = asked.exchange.number;
    if (orders === undefined || sameOrders(before, orders)) {
      if (differing !== undefined) untested('the list differs only with some of the same queries');
      collector.kept('R13', asked.exchange);
      if (orders !== undefined)
        collector.observed({ gap: 'list-query', observed: 'ignore', allowed: true, exchange });
      return true;
    }
    differing ??= { exchange, orders: orders.orders };
  }
  const expected = `the ${before.orders} orders of the lists before and after`;
  const got = `${differing?.orders} orders with ?${query}`;
  collector.broken({ rule: 'R13', exchange: differing?.exchange, expected, got }, 'listOrders');
  return false;
}

/** Returns the list with a query, undefined for the 400 that a gap allows, or why it cannot be compared. */
function ordersOf(target: ProbeTarget, attempt: Attempt) {
  if (attempt.kind !== 'responded') return whyNoResponse(attempt);
  const { exchange, response } = attempt;
  if (response.status === 400) return undefined;
  if (response.status !== 200) return `request ${exchange.number} got a ${response.status}`;
  const list = target.readList(response.body);
  return list.kind === 'read' ? list : `the list with query parameters cannot be read: ${list.why}`;
}
