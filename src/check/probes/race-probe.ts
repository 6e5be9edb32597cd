import { type Exchange, statusOf } from '../../contract/exchange.ts';
import { judgeOperations } from '../../contract/history/history.ts';
import type { Operation } from '../../contract/history/operation.ts';
import { hasDouble } from '../../contract/judge/order-list.ts';
import type { RuleId } from '../../contract/report.ts';
import { cancelOrder, listOrders } from '../../contract/requests.ts';
import { cancelAgain } from './expectations.ts';
import type { Probe } from './probe.ts';
import type { ProbeTarget } from './target.ts';

const decided = ['R35', 'R36', 'R37'] as const satisfies readonly RuleId[];

const burstSize = 4;

type Race = {
  readonly id: bigint;
  readonly last: Exchange | undefined;
  /** How many cancels got a 204; undefined if one got no response that says what happened. */
  readonly successes: number | undefined;
};

/** Cancels each order that the user named for it several times at once, while another connection lists. */
export const raceProbe: Probe = {
  id: 'races',
  title: 'cancel the orders named by --race-id several times at once',
  level: 'race',
  decides: decided,
  async run(target) {
    const { settings, collector } = target;
    const { raceIds } = settings;
    if (raceIds.length === 0) return collector.untested(decided, 'no order was named by --race-id');
    await target.readableList();
    const races: Race[] = [];
    for (const id of raceIds) races.push(...(await race(target, id)));
    judgeSuccesses(target, races);
  },
};

async function race(target: ProbeTarget, id: bigint): Promise<readonly Race[]> {
  const { collector } = target;
  const cancels = Array.from({ length: burstSize }, () => cancelOrder(id));
  const burst = await target.sender.burst([...cancels, listOrders()]);
  if (burst.kind === 'withheld') {
    collector.untested(decided, burst.reason);
    return [];
  }
  const operations = burst.sent.flatMap(({ exchange, end }) =>
    operationOf(target, id, exchange, burst.begin, end),
  );
  const follow = async (send: () => Promise<Exchange | undefined>): Promise<Exchange | undefined> => {
    const begin = performance.now();
    const exchange = await send();
    if (exchange !== undefined)
      operations.push(...operationOf(target, id, exchange, begin, performance.now()));
    return exchange;
  };
  const sent = burst.sent.flatMap(({ exchange }) => (exchange.request.method === 'DELETE' ? [exchange] : []));
  const statuses = sent.map(statusOf);
  const isClear = statuses.every((status) => status === 204 || status === 404 || status === 409);
  const successes = isClear ? statuses.filter((status) => status === 204).length : undefined;
  await follow(() => listOf(target));
  if (successes !== 0) {
    await follow(() => cancelAgain(target, id));
    await follow(() => listOf(target));
  }
  // The list of other clients may show again what they placed again.
  const ignored = target.others.whyNotAlone() === undefined ? [] : (['R36'] as const);
  judgeOperations(operations, collector, ignored);
  return [{ id, last: sent.at(-1), successes }];
}

async function listOf(target: ProbeTarget): Promise<Exchange | undefined> {
  const list = await target.list();
  return list.kind === 'withheld' ? undefined : list.exchange;
}

/** Returns what an exchange says about one order. Only a list in which every order has its exact id counts. */
function operationOf(
  { readList }: ProbeTarget,
  id: bigint,
  exchange: Exchange,
  begin: number,
  end: number,
): readonly Operation[] {
  const { number, request, outcome } = exchange;
  const order = cancelOrder(id).path;
  const common = { begin, exchange: number };
  const status = statusOf(exchange);
  if (request.method === 'DELETE') {
    const known = status === undefined ? Number.POSITIVE_INFINITY : end;
    return [{ ...common, kind: 'cancel', order, status, end: known }];
  }
  const list = outcome.kind === 'responded' && status === 200 ? readList(outcome.response.body) : undefined;
  if (list?.kind !== 'read' || list.withoutId > 0 || (!list.ids.has(id) && hasDouble(list, id))) return [];
  return [{ ...common, kind: 'list', orders: list.ids.has(id) ? [order] : [], end }];
}

/** R37: one race without a success may be due to a cancel by someone else; two in a row are not. */
function judgeSuccesses({ collector }: ProbeTarget, races: readonly Race[]): void {
  for (const [at, { id, successes, last }] of races.entries()) {
    const before = races[at - 1];
    const someone = 'which someone else may have cancelled before';
    if (successes === undefined) collector.untested('R37', `a cancel of order ${id} got no clear response`);
    else if (successes > 0) collector.kept('R37', last);
    else if (before?.successes !== 0)
      collector.untested('R37', `no cancel of order ${id} succeeded, ${someone}`);
    else {
      const expected = `a 204 for one of the cancels of order ${id}, and for one of order ${before.id}`;
      const got = 'only refusals, twice in a row';
      const where = cancelOrder(id).path;
      collector.broken({ rule: 'R37', exchange: last?.number, where, expected, got }, 'cancelOrder');
    }
  }
}
