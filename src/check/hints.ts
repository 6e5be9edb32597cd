import { type Exchange, headerValues, type ReceivedResponse, statusOf } from '../contract/exchange.ts';
import type { ReadOrderList } from '../contract/judge/order-list.ts';
import type { ResultCollector } from '../contract/result-collector.ts';

/** Adds notes about what the exchanges show together and no rule decides. */
export function addHints(
  collector: ResultCollector,
  exchanges: readonly Exchange[],
  read: ReadOrderList,
): void {
  for (const hint of [lockOut(exchanges), paging(exchanges, read)])
    if (hint !== undefined) collector.note(hint);
}

/** A target may lock out a client, or revoke a key, after wrong keys. */
function lockOut(exchanges: readonly Exchange[]): string | undefined {
  const lists = exchanges.filter(({ request }) => request.operationId === 'listOrders');
  const withKey = lists.filter(({ request }) => request.key.kind === 'valid');
  const worked = withKey.findLast((exchange) => statusOf(exchange) === 200);
  const wrong = exchanges.find(({ request }) => request.key.kind === 'invalid');
  const after = withKey.filter(({ number }) => worked !== undefined && number > worked.number);
  if (worked === undefined || wrong === undefined || wrong.number > (after[0]?.number ?? 0)) return undefined;
  if (after.length === 0 || !after.every((exchange) => [401, 403, 429].includes(statusOf(exchange) ?? 0)))
    return undefined;
  return `The key worked until request ${worked.number} and is refused from request ${after[0]?.number} on, after requests with wrong keys: does the target lock out such clients? \`skip: R15,R17\` leaves wrong keys out.`;
}

/** Usual numbers of orders on a page. */
const pageSizes = [20, 25, 50, 100, 200, 250, 500, 1000];

/** The specification has no pages, so that no rule can show that a list is only the first one. */
function paging(exchanges: readonly Exchange[], read: ReadOrderList): string | undefined {
  const lengths = new Set<number>();
  for (const { number, request, outcome } of exchanges) {
    const isList =
      request.operationId === 'listOrders' && request.key.kind === 'valid' && request.query === '';
    if (!isList || outcome.kind === 'failed' || outcome.response.status !== 200) continue;
    const list = read(outcome.response.body);
    if (list.kind !== 'read') continue;
    lengths.add(list.orders);
    const sign = signOfPages(outcome.response, list.orders);
    if (sign !== undefined)
      return `The list of request ${number} has ${list.orders} orders and the header ${sign}: does the target return only a part of its orders?`;
  }
  const [length = 0, ...others] = lengths;
  return others.length === 0 && pageSizes.includes(length)
    ? `Every list has ${length} orders, as a page often has: does the target return only a part of its orders?`
    : undefined;
}

/** Returns a header that says that there are more orders than in the list. */
function signOfPages({ rawHeaders }: ReceivedResponse, orders: number): string | undefined {
  const totals = ['X-Total-Count', 'X-Total', 'Total-Count', 'X-Pagination-Total-Count'];
  for (const [name, shows] of [
    ['Link', (value: string) => /;\s*rel="?next\b/i.test(value)],
    ['Content-Range', (value: string) => Number(/\/(\d+)$/.exec(value)?.[1]) > orders],
    ...totals.map((total) => [total, (value: string) => Number(value) > orders] as const),
  ] as const) {
    const value = headerValues(rawHeaders, name).find(shows);
    if (value !== undefined) return `${name}: ${value.slice(0, 200)}`;
  }
  return undefined;
}
