import { describeKey } from '../../contract/api-key.ts';
import type { Exchange } from '../../contract/exchange.ts';
import { listOrders } from '../../contract/requests.ts';
import type { LatestList } from '../safety/lists-seen.ts';
import { digitsHint, lossyReadings } from '../safety/misreadings.ts';
import { expectStatus, statusOf } from './expect-status.ts';
import { type PlannedStep, type Probe, type ProbeContext, planned } from './probe.ts';

/** Requests a plain list with the valid key. The judge decides R04 and the rules of lists. Returns the exchange, if there was one. */
export async function requestList({ attempt, collector }: ProbeContext): Promise<Exchange | undefined> {
  const list = await attempt(listOrders());
  statusOf(collector, ['R04'], list);
  return list.kind === 'withheld' ? undefined : list.exchange;
}

/** After so many cancels orders must be gone to break R33: chance may bring a cancel of someone else to one or two of them. */
export const enough = 3;

/** A list can show a cancel so many lists later, or so many milliseconds: the gap `list-lag`. */
export const settlingLists = 2;
export const settlingMs = 1000;

/**
 * Returns the newest list before some cancels, and requests a new one if it cannot be read. Before the first cancel of a
 * check it also requests what `settlingSteps` plans, because the list may show late what someone else cancelled earlier.
 */
export async function listBeforeCancels(context: ProbeContext): Promise<LatestList> {
  const { lists, pause } = context;
  if (lists.latest().kind === 'unreadable') await requestList(context);
  for (let left = settlingLists; left > 0 && !lists.hasCancels; left -= 1) {
    const [first, latest] = [lists.plain[0], lists.latest()];
    if (first === undefined || latest.kind === 'unreadable') break;
    const waitMs = settlingMs - (latest.at - first.at);
    if (left === 1 && waitMs > 0) await pause(waitMs);
    await requestList(context);
  }
  return lists.latest();
}

/** Returns the lists before the first cancel of a check, for the plan of a probe that may send it. */
export function settlingSteps(condition?: string): readonly PlannedStep[] {
  return planned(settlingLists, listOrders(), condition);
}

/** The condition of `settlingSteps` in the plan of a probe after which others run. */
export const ifFirst = 'only if no cancel was sent before';

/**
 * R09: an order that the user named is listed with every digit. The list breaks the rule if it has an id with the digits
 * that a double or 32 bits keep of it, and no id that needs more.
 */
export function expectEveryDigit(
  { collector, lists }: ProbeContext,
  ids: readonly bigint[],
  flag: string,
): void {
  const list = lists.latest();
  if (list.kind === 'unreadable') return;
  for (const id of ids) {
    if (list.ids.has(id)) continue;
    const left = lossyReadings.map((read) => (list.ids.every((one) => read(one) === one) ? read(id) : id));
    const listed = left.find((one) => one !== id && list.ids.has(one));
    if (listed === undefined) continue;
    collector.broken({
      rule: 'R09',
      exchange: list.exchange,
      expected: `order ${id}, named by ${flag}, with every digit`,
      got: `${listed}${digitsHint(id)}`,
    });
  }
}

export type Presence = 'listed' | 'gone' | 'unknown';

export async function lookFor(context: ProbeContext, id: bigint): Promise<Presence> {
  await requestList(context);
  const list = context.lists.latest();
  if (list.kind === 'unreadable') return 'unknown';
  return list.ids.has(id) ? 'listed' : 'gone';
}

export const listProbe: Probe = {
  id: 'list',
  title: 'list the orders',
  level: 'observe',
  rules: ['R04'],
  plan: () => [{ request: listOrders() }],
  async run(context) {
    await requestList(context);
  },
};

export const listKeysProbe: Probe = {
  id: 'list-keys',
  title: 'list the orders without a key and with invalid keys',
  level: 'observe',
  rules: ['R14', 'R15'],
  plan: ({ refusedKeys }) => refusedKeys.map((key) => ({ request: listOrders(key) })),
  async run({ attempt, collector, refusedKeys, accepted }) {
    for (const key of refusedKeys) {
      const rule = key.kind === 'none' ? 'R14' : 'R15';
      const list = await attempt(listOrders(key));
      expectStatus(collector, rule, list, [401], `401 ${describeKey(key)}`);
      if (list.kind === 'responded' && list.response.status === 200) accepted.add(describeKey(key));
    }
  },
};
