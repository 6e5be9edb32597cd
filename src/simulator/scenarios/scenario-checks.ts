import { isInt64 } from '../../order-id.ts';
import type { DataIssue } from '../../text/data-issue.ts';

/** The maximum number of orders. */
export type OrderLimits = {
  /** Listed and generated. */
  readonly maxOrders: number;
  /** Listed in this kind of file. */
  readonly maxListed: number;
};

type Loose = Readonly<Record<string, unknown>>;

/**
 * Finds problems of a scenario as a whole: duplicate ids, too many orders, `ships` of orders that cannot ship. It does not
 * trust any part of the value, because the schema may have rejected it.
 */
export function checkScenario(value: unknown, limits: OrderLimits): readonly DataIssue[] {
  const file = asMapping(value);
  const orders = asList(file.orders).map(asMapping);
  const blocks = asList(file.generate).map(asMapping);
  return [
    ...countIssues(orders, blocks, limits),
    ...idIssues(orders),
    ...rangeIssues(orders, blocks),
    ...shipIssues(orders),
  ];
}

function asMapping(value: unknown): Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function countIssues(orders: readonly Loose[], blocks: readonly Loose[], limits: OrderLimits): DataIssue[] {
  const { maxOrders, maxListed } = limits;
  if (orders.length > Math.min(maxListed, maxOrders)) {
    const hint = maxListed < maxOrders ? { hint: 'for more, use generate or a JSON file' } : {};
    const expected = `at most ${Math.min(maxListed, maxOrders)}`;
    return [{ path: ['orders'], what: `orders has ${orders.length} elements`, expected, ...hint }];
  }
  const issues: DataIssue[] = [];
  let total = BigInt(orders.length);
  for (const [index, { count }] of blocks.entries()) {
    const before = total;
    if (typeof count === 'bigint' && count > 0n) total += count;
    if (before <= maxOrders && total > maxOrders) {
      const what = `with generate[${index}] the scenario has ${total} orders`;
      issues.push({ path: ['generate', index, 'count'], what, expected: `at most ${maxOrders}` });
    }
  }
  return issues;
}

function idIssues(orders: readonly Loose[]): DataIssue[] {
  const firsts = new Map<bigint, number>();
  return orders.flatMap(({ id }, index) => {
    if (typeof id !== 'bigint') return [];
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, index);
    return first === undefined ? [] : [taken(['orders', index, 'id'], `id ${id}`, `orders[${first}]`)];
  });
}

function taken(path: DataIssue['path'], what: string, by: string): DataIssue {
  return { path, what: `${what} is already the id of ${by}`, expected: 'each id once' };
}

/** Generated ids that leave int64, or that an order or an earlier block has. */
function rangeIssues(orders: readonly Loose[], blocks: readonly Loose[]): DataIssue[] {
  const given = orders.map(({ id }) => id);
  const before: { first: bigint; last: bigint }[] = [];
  return firstIdsOf(blocks).flatMap(({ first, count }, index) => {
    const path = ['generate', index, typeof blocks[index]?.firstId === 'bigint' ? 'firstId' : 'count'];
    const last = first + count - 1n;
    if (count <= 0n || !isInt64(first)) return [];
    if (!isInt64(last))
      return [{ path, what: `the ids of generate[${index}] exceed int64`, expected: 'a smaller firstId' }];
    const block = before.findIndex((other) => first <= other.last && other.first <= last);
    before.push({ first, last });
    if (block >= 0) return [taken(path, `an id from ${first} to ${last}`, `generate[${block}]`)];
    const order = given.findIndex((id) => typeof id === 'bigint' && id >= first && id <= last);
    return order < 0 ? [] : [taken(path, `${given[order]}`, `orders[${order}]`)];
  });
}

function shipIssues(orders: readonly Loose[]): DataIssue[] {
  return orders.flatMap(({ id, status, ships }, index) => {
    if (ships === undefined) return [];
    const what = `orders[${index}] has ships, but`;
    if (status === 'shipped' || status === 'cancelled')
      return [atKey(index, 'ships', `${what} is ${status}`, 'a pending order')];
    return id === undefined ? [atKey(index, 'ships', `${what} no id`, 'an order with an id')] : [];
  });
}

function atKey(index: number, key: string, what: string, expected: string): DataIssue {
  return { path: ['orders', index, key], at: 'key', what, expected };
}

/** The id that the first generated block counts from by default. */
const defaultFirstId = 100_001n;

/** Returns the first id and the count of every block: from its `firstId`, or following the block before. Ignores values of other types. */
export function firstIdsOf(blocks: readonly { readonly firstId?: unknown; readonly count?: unknown }[]) {
  let next = defaultFirstId;
  return blocks.map(({ firstId, count }) => {
    const run = {
      first: typeof firstId === 'bigint' ? firstId : next,
      count: typeof count === 'bigint' ? count : 0n,
    };
    next = run.first + run.count;
    return run;
  });
}
