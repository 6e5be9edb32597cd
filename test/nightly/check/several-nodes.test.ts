import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import type { Clock } from '../../../src/clock.ts';
import type { Report } from '../../../src/contract/report.ts';
import { drawBytes } from '../../../src/draw.ts';
import { checkService } from '../../check/mutants/check-within.ts';
import {
  createTinyService,
  serverKey,
  startTinyServer,
  type TinyOrder,
  type Twist,
  tinyOrder,
  tinyOrders,
} from '../../check/mutants/honest-server.ts';
import { brokenRules, silent } from '../../check/mutants/mutant.ts';
import { openHaproxy } from '../../support/haproxy.ts';
import { advancingClock } from '../../support/test-clock.ts';

const named = { pendingIds: [101n, 102n], shippedIds: [201n] };
const violations = (report: Report) => brokenRules(report, 'violation');

/** Nodes at one address, of which `pick` selects one for the nth request. Those with the same twist share no orders. */
function behind(twists: readonly Twist[], pick: (time: number) => number) {
  const nodes = twists.map(createTinyService);
  let time = 0;
  return {
    respond: (...of: Parameters<(typeof nodes)[0]['respond']>) =>
      nodes[pick(time++) % nodes.length]?.respond(...of) ?? silent,
  };
}

/** Draws numbers from a seed. */
function drawing(seed: string): () => number {
  let draws = 0;
  return () => drawBytes(seed, draws++).readUInt32BE();
}

const removes: Twist = { list: (orders) => orders.filter(({ state }) => state !== 'cancelled') };

test.each([2, 3])('finds %s nodes that take turns and do not know each other', async (amount) => {
  for (const twist of [{}, removes])
    for (let before = 0; before < amount; before += 1) {
      const nodes = behind(Array(amount).fill(twist), (time) => time + before);
      const report = await checkService(nodes, 'cancel', named);
      expect([before, violations(report)]).toEqual([before, expect.arrayContaining(['R29'])]);
      expect(report.notes.join()).toContain('as of two stores behind one address');
    }
});

test.each([2, 3, 4])(
  'does not blame the query if one of %s nodes that take turns misses an order',
  async (amount) => {
    for (let before = 0; before < amount; before += 1) {
      const twists = Array.from({ length: amount }, (_, at): Twist => {
        return at === 0 ? { list: (orders) => orders.slice(1) } : {};
      });
      const report = await checkService(
        behind(twists, (time) => time + before),
        'observe',
      );
      expect([before, violations(report)]).toEqual([before, []]);
    }
  },
);

const seeds = 50;

test('finds two nodes chosen at random that do not know each other, by lists that go back or a third cancel', async () => {
  const found = { keep: 0, remove: 0 };
  for (let seed = 0; seed < seeds; seed += 1)
    for (const reading of ['keep', 'remove'] as const) {
      const twist = reading === 'keep' ? {} : removes;
      const nodes = behind([twist, twist], drawing(`${reading} ${seed}`));
      const report = await checkService(nodes, 'cancel', { ...named, clock: advancingClock() });
      const broken = violations(report).filter((rule) => rule !== 'R33');
      expect(['R26', 'R29', 'R32', 'R36']).toEqual(expect.arrayContaining([...broken]));
      if (broken.length > 0) found[reading] += 1;
    }
  // Each cancel of two orders meets the same node by chance in 1 of 16 checks.
  expect(found.keep).toBeGreaterThanOrEqual(seeds * 0.75);
  expect(found.remove).toBeGreaterThanOrEqual(seeds * 0.9);
});

/** A list without cancelled orders that shows each so many milliseconds longer. */
function late(ms: number, clock: Clock): Twist {
  const since = new Map<TinyOrder, number>();
  return {
    list: (all) =>
      all.filter((order) => {
        if (order.state !== 'cancelled') return true;
        if (!since.has(order)) since.set(order, clock.now());
        return clock.now() - (since.get(order) ?? 0) < ms;
      }),
  };
}

test.each([200, 800, 4000])(
  'two nodes with one store break no rule if the lists of one are %s ms late',
  async (lateMs) => {
    for (let seed = 0; seed < seeds; seed += 1) {
      const clock = advancingClock();
      const all = tinyOrders();
      const twists = [removes, late(lateMs, clock)].map((twist): Twist => ({ ...twist, orders: () => all }));
      const report = await checkService(behind(twists, drawing(`${seed}`)), 'cancel', { ...named, clock });
      expect([seed, report.findings]).toEqual([seed, []]);
    }
  },
);

test.each([
  ['in every second list', (lists: number) => lists % 2 === 0],
  ['for good', (lists: number) => lists >= 2],
])('finds cancelled orders that come back %s', async (_when, isShown) => {
  const lists = new Map<string, number>();
  const returning: Twist = {
    list: (all) =>
      all.filter(({ id, state }) => {
        if (state !== 'cancelled') return true;
        lists.set(id, (lists.get(id) ?? 0) + 1);
        return isShown(lists.get(id) ?? 0);
      }),
  };
  const options = { ...named, clock: advancingClock() };
  const report = await checkService(createTinyService(returning), 'cancel', options);
  expect(violations(report)).toEqual(['R36']);
  expect(report.findings[0]?.where).toBe('/store/orders/101');
});

/** Orders, and a client that now and then places, ships or cancels one that the check does not name. */
function busyShop(draw: () => number, hundredth = 100) {
  const all = [
    ...tinyOrders(),
    ...Array.from({ length: 60 }, (_, at) => tinyOrder(`${6000 + at}`, 'pending')),
  ];
  const act = (): void => {
    if (draw() % 100 >= hundredth) return;
    const order = all[5 + (draw() % (all.length - 5))];
    const kind = draw() % 3;
    if (kind === 0) all.push(tinyOrder(`${6000 + all.length}`, 'pending'));
    else if (order?.state === 'pending') order.state = kind === 1 ? 'cancelled' : 'shipped';
  };
  return { all, act };
}

const otherForm: Twist = {
  list: (orders) => orders.toReversed(),
  wire: (wire) => ({ ...wire, headers: [...wire.headers, ['X-Node', '2']] }),
};

function expectNothing({ findings, exitCode, incomplete }: Report, run: number): void {
  expect({ run, findings, exitCode, incomplete }).toEqual({
    ...{ run, findings: [], exitCode: 0, incomplete: undefined },
  });
}

// simulator.test.ts has the simulator beside such a client.
test.each<[string, (clock: Clock) => readonly Twist[]]>([
  ['one node', () => [{}]],
  ['two nodes with one store and other forms', () => [{}, otherForm]],
  ['one node whose lists are late', (clock) => [late(800, clock)]],
])('%s beside a busy client break no rule', async (_, nodesOf) => {
  for (const [run, hundredth] of [100, 30, 10, 3].entries()) {
    const draw = drawing(`busy ${run}`);
    const { all, act } = busyShop(draw, hundredth);
    const clock = advancingClock(act);
    const twists = nodesOf(clock).map((twist): Twist => ({ ...twist, orders: () => all }));
    const nodes = behind(twists, draw);
    const respond: typeof nodes.respond = (incoming) => {
      act();
      return nodes.respond(incoming);
    };
    const report = await checkService({ respond }, 'cancel', { ...named, clock, shared: true });
    expectNothing(report, run);
  }
});

test('two nodes with one store behind HAProxy beside a busy client break no rule', async () => {
  for (let run = 0; run < 6; run += 1) {
    await using stack = new AsyncDisposableStack();
    const { all, act } = busyShop(drawing(`haproxy ${run}`));
    const busy: Twist = {
      ...(run % 2 === 0 ? {} : removes),
      orders: () => all,
      wire: (wire) => {
        act();
        return wire;
      },
    };
    const node = async (): Promise<string> => stack.use(await startTinyServer(busy)).origin;
    const origin = await openHaproxy(stack, [await node(), await node()]);
    const target = { url: `${origin}/v1`, apiKey: serverKey, level: 'cancel', ...named } as const;
    expectNothing(await checkContract({ ...target, clock: advancingClock(), shared: true }), run);
  }
});
