import type { OrderList } from '../judge/order-list.ts';
import type { Finding } from '../report.ts';
import type { Attempt } from '../safety/safe-sender.ts';
import { whyNoResponse } from './expect-status.ts';
import type { PlannedStep, Probe, ProbeContext } from './probe.ts';
import { listOrders, validKey } from './requests.ts';

/**
 * Every parameter that a target could use to filter or page. They are sent together: each of them would shorten a list
 * that has an order.
 */
export const listQuery = 'status=pending&complete=true&petId=0&limit=1&page=2&offset=1&size=1&cursor=1';

const withQuery = listOrders(validKey, listQuery);
const rounds = 3;
/** The number of times that a list must differ between two equal plain lists to break R13. */
const differencesThatCount = 2;
const changing =
  'The list changed between two plain requests: someone else uses the target; comparisons were repeated.';

/** Lists the orders with query parameters and compares them with the plain lists before and after. */
export const listQueryProbe: Probe = {
  id: 'list-query',
  title: 'list the orders with query parameters',
  level: 'observe',
  rules: ['R13'],
  plan: () => [{ request: withQuery }, ...repetitions()],
  async run(context) {
    let differences = 0;
    for (let round = 0; round < rounds; round += 1) {
      const result = await compareOnce(context);
      if (result.kind === 'over') return;
      if (result.kind === 'differs') differences += 1;
      if (result.kind === 'differs' && differences === differencesThatCount)
        return context.collector.broken(result.finding);
    }
    context.collector.untested('R13', 'the list kept changing');
  },
};

function repetitions(): readonly PlannedStep[] {
  const condition = 'only if the list with query parameters differs from the plain one';
  const requests = Array.from({ length: rounds }, () => [listOrders(), withQuery]).flat();
  return requests.slice(0, -1).map((request) => ({ request, condition }));
}

type Comparison =
  | { readonly kind: 'over' }
  | { readonly kind: 'changed' }
  | { readonly kind: 'differs'; readonly finding: Finding };

async function compareOnce(context: ProbeContext): Promise<Comparison> {
  const { collector, lists } = context;
  const before = lists.latest();
  const asked = await context.attempt(withQuery);
  const list = comparable(context, before, asked);
  if (list === undefined || before.kind === 'unreadable' || asked.kind !== 'responded')
    return { kind: 'over' };
  const agree = (): Comparison => {
    collector.kept('R13', asked.exchange);
    const exchange = asked.exchange.number;
    collector.observed({ gap: 'list-query', observed: 'ignore', allowed: true, exchange });
    return { kind: 'over' };
  };
  if (sameOrders(before, list)) return agree();
  await context.attempt(listOrders());
  const after = lists.latest();
  if (after.kind === 'unreadable') {
    collector.untested('R13', `the list cannot be read: ${after.why}`);
    return { kind: 'over' };
  }
  if (!sameOrders(before, after)) collector.note(changing);
  if (sameOrders(after, list)) return agree();
  if (!sameOrders(before, after)) return { kind: 'changed' };
  const finding = {
    rule: 'R13',
    exchange: asked.exchange.number,
    expected: `the ${before.orders} orders of the lists before and after`,
    got: `${list.orders} orders with ?${listQuery}`,
  } as const;
  return { kind: 'differs', finding };
}

/** Returns the list with query parameters if it can be compared. Otherwise marks R13 as untested or kept. */
function comparable(
  { collector, lists }: ProbeContext,
  before: ReturnType<ProbeContext['lists']['latest']>,
  asked: Attempt,
): ReadList | undefined {
  const untested = (reason: string): undefined => {
    collector.untested('R13', reason);
    return undefined;
  };
  if (asked.kind !== 'responded') return untested(whyNoResponse(asked) ?? '');
  const { exchange, response } = asked;
  if (response.status === 400) {
    collector.kept('R13', exchange);
    const observed = 'bad-request';
    collector.observed({ gap: 'list-query', observed, allowed: true, exchange: exchange.number });
    return undefined;
  }
  if (before.kind === 'unreadable') return untested(`there is no plain list to compare with: ${before.why}`);
  if (response.status !== 200) return untested(`request ${exchange.number} got a ${response.status}`);
  const list = lists.read(response.body);
  if (list.kind === 'unreadable')
    return untested(`the list with query parameters cannot be read: ${list.why}`);
  if (before.orders === 0 && list.orders === 0)
    return untested('the list is empty: there is nothing to filter');
  return list;
}

type ReadList = Extract<OrderList, { kind: 'read' }>;

/**
 * Returns whether two lists have the same orders, in any order. Compares ids only, because the other fields are
 * optional and may change; if an id is missing, it compares the number of orders.
 */
export function sameOrders(one: ReadList, other: ReadList): boolean {
  if (one.orders !== other.orders) return false;
  return one.withoutId > 0 || other.withoutId > 0 || one.ids.equals(other.ids);
}
