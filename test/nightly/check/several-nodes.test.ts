import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import type { Clock } from '../../../src/clock.ts';
import { drawBytes } from '../../../src/draw.ts';
import { advancingClock, fastClock } from '../../check/fast-clock.ts';
import {
  createTinyService,
  serverKey,
  serveWires,
  type TinyOrder,
  type Twist,
  tinyOrders,
} from '../../check/mutants/honest-server.ts';
import { silent } from '../../check/mutants/mutant.ts';
import { brokenRules } from '../../check/mutants/run-against.ts';

/** Checks nodes that take turns at one address, after some other requests. Each has its own orders; the last may list fewer. */
async function checkNodes(amount: number, requestsBefore: number, twist: Twist, lists?: Twist['list']) {
  const nodes = Array.from({ length: amount }, (_, index) =>
    createTinyService(index === amount - 1 && lists !== undefined ? { ...twist, list: lists } : twist),
  );
  let turn = requestsBefore;
  await using served = await serveWires((incoming) => nodes[turn++ % amount]?.respond(incoming) ?? silent);
  return await checkContract({
    url: `${served.origin}/v1`,
    apiKey: serverKey,
    ...(lists === undefined && { level: 'cancel', pendingIds: [101n, 102n], shippedIds: [201n] }),
    clock: fastClock,
  });
}

const removes: Twist = { list: (orders) => orders.filter(({ state }) => state !== 'cancelled') };

test.each([2, 3])('finds %s nodes that take turns and do not know each other', async (amount) => {
  for (const twist of [{}, removes])
    for (let before = 0; before < amount; before += 1) {
      const report = await checkNodes(amount, before, twist);
      expect([before, brokenRules(report, 'violation')]).toEqual([before, expect.arrayContaining(['R29'])]);
      expect(report.notes.join()).toContain('as of two stores behind one address');
    }
});

test.each([2, 3, 4])(
  'does not blame the query if one of %s nodes that take turns misses an order',
  async (amount) => {
    for (let before = 0; before < amount; before += 1) {
      const report = await checkNodes(amount, before, {}, (orders) => orders.slice(1));
      expect([before, brokenRules(report, 'violation')]).toEqual([before, []]);
    }
  },
);

/** Checks nodes at one address, of which `pick` selects one for the nth request. They share their orders if they get the same. */
async function checkPicked(
  twists: readonly Twist[],
  pick: (time: number) => number,
  clock: Clock,
  options: Partial<CheckOptions> = {},
) {
  const nodes = twists.map((twist) => createTinyService(twist));
  let time = 0;
  await using served = await serveWires((incoming) => nodes[pick(time++)]?.respond(incoming) ?? silent);
  const named = { pendingIds: [101n, 102n], shippedIds: [201n] };
  return await checkContract({
    ...{ url: `${served.origin}/v1`, apiKey: serverKey, level: 'cancel' as const, clock },
    ...named,
    ...options,
  });
}

const seeds = 50;
const drawn = (seed: string, nodes: number) => (time: number) => (drawBytes(seed, time)[0] ?? 0) % nodes;

test('finds two nodes chosen at random that do not know each other, by lists that go back or a third cancel', async () => {
  const found = { keep: 0, remove: 0, third: 0 };
  for (let seed = 0; seed < seeds; seed += 1)
    for (const reading of ['keep', 'remove'] as const) {
      const twist = reading === 'keep' ? {} : removes;
      const report = await checkPicked([twist, twist], drawn(`${reading} ${seed}`, 2), advancingClock());
      const broken = brokenRules(report, 'violation').filter((rule) => rule !== 'R33');
      expect(['R26', 'R29', 'R32', 'R36']).toEqual(expect.arrayContaining([...broken]));
      if (broken.length > 0) found[reading] += 1;
      const cancels = report.exchanges.filter(
        ({ request }) => request.path.endsWith('/101') && request.key.kind === 'valid',
      );
      const statuses = cancels.map(({ outcome }) =>
        outcome.kind === 'responded' ? outcome.response.status : 0,
      );
      if (statuses.join() === '204,409,204') found.third += 1;
    }
  // Each cancel of two orders meets the same node by chance in 1 of 16 checks.
  expect(found.keep).toBeGreaterThanOrEqual(seeds * 0.75);
  expect(found.remove).toBeGreaterThanOrEqual(seeds * 0.9);
  expect(found.third).toBeGreaterThan(0);
});

/** Two nodes with the same orders. Their lists show no cancelled order; the second one's show each so many milliseconds longer. */
function lateNodes(lateMs: number, clock: Clock): readonly Twist[] {
  const orders = tinyOrders();
  const since = new Map<TinyOrder, number>();
  const shown = (ms: number): Twist => ({
    orders: () => orders,
    list: (all) =>
      all.filter((order) => {
        if (order.state !== 'cancelled') return true;
        if (!since.has(order)) since.set(order, clock.now());
        return clock.now() - (since.get(order) ?? 0) < ms;
      }),
  });
  return [shown(0), shown(lateMs)];
}

test.each([200, 800, 4000])(
  'two nodes with one store break no rule if the lists of one are %s ms late',
  async (lateMs) => {
    for (let seed = 0; seed < seeds; seed += 1) {
      const clock = advancingClock();
      const report = await checkPicked(lateNodes(lateMs, clock), drawn(`${seed}`, 2), clock);
      expect([seed, report.findings]).toEqual([seed, []]);
    }
  },
);

/** A list that shows a cancelled order if `isShown` allows its nth list after the cancel. */
function returning(isShown: (lists: number) => boolean): Twist {
  const lists = new Map<string, number>();
  return {
    list: (all) =>
      all.filter(({ id, state }) => {
        if (state !== 'cancelled') return true;
        lists.set(id, (lists.get(id) ?? 0) + 1);
        return isShown(lists.get(id) ?? 0);
      }),
  };
}

test.each([
  ['in every second list', (lists: number) => lists % 2 === 0, 'R36'],
  ['for good', (lists: number) => lists >= 2, 'R36'],
])('finds cancelled orders that come back %s', async (_when, isShown, rule) => {
  const twist = returning(isShown);
  const report = await checkPicked([twist], () => 0, advancingClock());
  expect(brokenRules(report, 'violation')).toEqual([rule]);
  expect(report.findings[0]?.where).toBe('/store/orders/101');
});
