import { validKey } from '../../contract/api-key.ts';
import { sameOrders } from '../../contract/judge/order-list.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import type { Probe } from './probe.ts';
import { type ProbeTarget, whyNoResponse } from './target.ts';

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

/** So many plain lists before each repetition: nodes that take turns, and their differences, show in one of them. */
const plainLists = [2, 1, 3];

/** Returns whether the next query can be compared: this one changed nothing. */
async function compareQuery(target: ProbeTarget, query: string): Promise<boolean> {
  const { collector, lists } = target;
  const before = lists.latest();
  const first = await compareOnce(target, query, before);
  if (typeof first === 'string') return first === 'same';
  for (const amount of plainLists) {
    for (let left = amount; left > 0; left -= 1) {
      await target.list();
      if (sameLists(before, lists.latest())) continue;
      collector.untested('R13', 'the list changed between two plain requests');
      return false;
    }
    const again = await compareOnce(target, query, before);
    if (again === 'same') collector.untested('R13', 'the list differs only with some of the same queries');
    if (typeof again === 'string') return again === 'same';
  }
  collector.broken(
    {
      rule: 'R13',
      exchange: first.exchange,
      expected: `the ${before.kind === 'read' ? before.orders : 0} orders of the lists before and after`,
      got: `${first.orders} orders with ?${query}`,
    },
    'listOrders',
  );
  return false;
}

function sameLists(one: LatestList, other: LatestList): boolean {
  return one.kind === 'read' && other.kind === 'read' && sameOrders(one, other);
}

/** The list with a query that differs, or its result. */
type Comparison = 'same' | 'untested' | { readonly exchange: number; readonly orders: number };

async function compareOnce(target: ProbeTarget, query: string, before: LatestList): Promise<Comparison> {
  const { collector } = target;
  const untested = (reason: string): Comparison => {
    collector.untested('R13', reason);
    return 'untested';
  };
  const asked = await target.list(validKey, query);
  if (asked.kind !== 'responded') return untested(whyNoResponse(asked) ?? '');
  const { exchange, response } = asked;
  const keeps = (observed: string): Comparison => {
    collector.kept('R13', exchange);
    collector.observed({ gap: 'list-query', observed, allowed: true, exchange: exchange.number });
    return 'same';
  };
  if (response.status === 400) return keeps('bad-request');
  if (response.status !== 200) return untested(`request ${exchange.number} got a ${response.status}`);
  if (before.kind === 'unreadable') return untested(`there is no plain list to compare with: ${before.why}`);
  const list = target.readList(response.body);
  if (list.kind === 'unreadable')
    return untested(`the list with query parameters cannot be read: ${list.why}`);
  if (before.orders === 0 && list.orders === 0)
    return untested('the list is empty: there is nothing to filter');
  if (sameOrders(before, list)) return keeps('ignore');
  return { exchange: exchange.number, orders: list.orders };
}
