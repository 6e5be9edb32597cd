import { validKey } from '../../contract/api-key.ts';
import type { PlannedRequest } from '../../contract/exchange.ts';
import { type ReadList, sameOrders } from '../../contract/judge/order-list.ts';
import type { Finding } from '../../contract/report.ts';
import { listOrders } from '../../contract/requests.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { whyNoResponse } from './expect-status.ts';
import { ordersOf } from './other-orders.ts';
import type { ProbeContext } from './probe.ts';

/** The number of times that a list with query parameters is compared, if the list changes. */
export const queryRounds = 3;
/** The most times that a query is sent again to a target that refused it, and showed a list once. */
const mostRefusals = 8;
/** The number of times that a list must differ between two equal plain lists to break R13. */
const differencesThatCount = 2;
const changing =
  'The list changed between two plain requests: someone else uses the target; comparisons were repeated.';

export function withQuery(query: string): PlannedRequest {
  return listOrders(validKey, query);
}

/**
 * R13: compares a list with query parameters with the plain lists before and after. Returns `refused` after `refusals`
 * responses with 400 (more if the list differed before), and `decided` if the rule is broken or cannot be tested.
 */
export async function compareQuery(
  context: ProbeContext,
  query: string,
  refusals = 1,
): Promise<'same' | 'refused' | 'decided'> {
  let [differences, changes, refused] = [0, 0, 0];
  while (differences + changes < queryRounds && refused < mostRefusals) {
    const result = await compareOnce(context, query);
    if (result.kind === 'same' || result.kind === 'decided') return result.kind;
    if (result.kind === 'changed') changes += 1;
    if (result.kind === 'refused') refused += 1;
    if (differences + changes === 0 && refused === refusals) return 'refused';
    if (result.kind !== 'differs') continue;
    differences += 1;
    if (differences < differencesThatCount) continue;
    const why = await whyNotBy(context, query);
    if (why === undefined) context.collector.broken(await narrow(context, query, result.finding));
    else context.collector.untested('R13', why);
    return 'decided';
  }
  context.collector.untested('R13', 'the list kept changing');
  return 'decided';
}

/** How often a list with query parameters must differ between equal plain lists: chance selects late nodes or others that often. */
export const confirmations = 8;

/**
 * Repeats a query and the plain list next to each other, so that several nodes respond to both. Returns why they need not differ
 * because of the query.
 */
async function whyNotBy(context: ProbeContext, query: string): Promise<string | undefined> {
  const { collector, lists } = context;
  const first = lists.latest();
  for (let time = 0; time < confirmations; time += 1) {
    await context.attempt(listOrders());
    const next = lists.latest();
    if (first.kind === 'unreadable' || next.kind === 'unreadable') return undefined;
    if (!sameOrders(first, next)) {
      const ids = [...first.ids.missingFrom(next.ids), ...next.ids.missingFrom(first.ids)];
      collector.note(
        `The lists of requests ${first.exchange} and ${next.exchange} differ (${ordersOf(ids)}) although nothing was cancelled between them, as of several stores behind one address, or because others use the target.`,
      );
      return 'plain lists differ although nothing was cancelled';
    }
    const asked = await context.attempt(withQuery(query));
    const list =
      asked.kind === 'responded' && asked.response.status === 200 && lists.read(asked.response.body);
    if (list !== false && list.kind === 'read' && sameOrders(first, list))
      return 'the list with query parameters differs only in some of its requests';
  }
  return undefined;
}

type Comparison =
  | { readonly kind: 'same' | 'refused' | 'decided' | 'changed' }
  | { readonly kind: 'differs'; readonly finding: Finding };

async function compareOnce(context: ProbeContext, query: string): Promise<Comparison> {
  const { collector, lists } = context;
  const before = lists.latest();
  const asked = await context.attempt(withQuery(query));
  if (asked.kind === 'responded' && asked.response.status === 400)
    return keep(context, asked, 'refused', 'bad-request');
  const list = comparable(context, before, asked);
  if (list === undefined || before.kind === 'unreadable' || asked.kind !== 'responded')
    return { kind: 'decided' };
  if (sameOrders(before, list)) return keep(context, asked, 'same', 'ignore');
  await context.attempt(listOrders());
  const after = lists.latest();
  if (after.kind === 'unreadable') {
    collector.untested('R13', `the list cannot be read: ${after.why}`);
    return { kind: 'decided' };
  }
  if (!sameOrders(before, after)) collector.note(changing);
  if (sameOrders(after, list)) return keep(context, asked, 'same', 'ignore');
  if (!sameOrders(before, after)) return { kind: 'changed' };
  return { kind: 'differs', finding: findingOf(asked.exchange.number, query, before, list) };
}

function keep(
  { collector }: ProbeContext,
  { exchange }: Attempt & { kind: 'responded' },
  kind: 'same' | 'refused',
  observed: string,
): Comparison {
  collector.kept('R13', exchange);
  collector.observed({ gap: 'list-query', observed, allowed: true, exchange: exchange.number });
  return { kind };
}

function findingOf(exchange: number, query: string, plain: ReadList, list: ReadList): Finding {
  return {
    rule: 'R13',
    exchange,
    expected: `the ${plain.orders} orders of the lists before and after`,
    got: `${list.orders} orders with ?${query}`,
  };
}

/** Returns the list with query parameters if it can be compared. Otherwise marks R13 as untested. */
function comparable(
  { collector, lists }: ProbeContext,
  before: LatestList,
  asked: Attempt,
): ReadList | undefined {
  const untested = (reason: string): undefined => {
    collector.untested('R13', reason);
    return undefined;
  };
  if (asked.kind !== 'responded') return untested(whyNoResponse(asked) ?? '');
  const { exchange, response } = asked;
  if (before.kind === 'unreadable') return untested(`there is no plain list to compare with: ${before.why}`);
  if (response.status !== 200) return untested(`request ${exchange.number} got a ${response.status}`);
  const list = lists.read(response.body);
  if (list.kind === 'unreadable')
    return untested(`the list with query parameters cannot be read: ${list.why}`);
  if (before.orders === 0 && list.orders === 0)
    return untested('the list is empty: there is nothing to filter');
  return list;
}

/** Halves the parameters until one is left that changes the list. Returns the finding for it, if there is one. */
async function narrow(context: ProbeContext, query: string, together: Finding): Promise<Finding> {
  let parameters = query.split('&');
  if (parameters.length === 1) return together;
  while (parameters.length > 1) {
    const middle = Math.ceil(parameters.length / 2);
    const half = parameters.slice(0, middle);
    parameters = (await differsOnce(context, half.join('&'))) === undefined ? parameters.slice(middle) : half;
  }
  return (await differsOnce(context, parameters.join('&'))) ?? together;
}

async function differsOnce(context: ProbeContext, query: string): Promise<Finding | undefined> {
  const before = context.lists.latest();
  const asked = await context.attempt(withQuery(query));
  if (asked.kind !== 'responded' || asked.response.status !== 200 || before.kind === 'unreadable')
    return undefined;
  const list = context.lists.read(asked.response.body);
  if (list.kind === 'unreadable' || sameOrders(before, list)) return undefined;
  return findingOf(asked.exchange.number, query, before, list);
}
