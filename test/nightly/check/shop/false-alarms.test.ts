import { expect, test } from 'vitest';
import type { OrderStore } from '../../../../src/simulator/orders/order-store.ts';
import { brokenRules } from '../../../check/mutants/run-against.ts';
import { placed } from '../../../support/an-environment.ts';
import { checkShop, type Front, shopOrders } from './open-shop.ts';

// A right service breaks no rule, whatever it does in the gaps and whatever others do meanwhile.

/** What another client does before a request of the checker; `time` counts from 0. */
type Other = (store: OrderStore, time: number) => unknown;

const others: Readonly<Record<string, Other>> = {
  'does nothing': async () => {},
  'places orders': (store, time) => store.put(placed(5000n + BigInt(time), 'pending', { quantity: 1n })),
  'cancels orders': async (store, time) => store.cancel(6000n + BigInt(time)),
  'ships orders': (store, time) => store.ship(6000n + BigInt(time)),
  'removes orders': (store, time) => store.remove(6000n + BigInt(time)),
  'changes orders': (store, time) =>
    store.put(placed(6000n + BigInt(time), 'pending', { quantity: BigInt(time) + 2n })),
  'places, cancels and ships orders': (store, time) => {
    const kind = (['places orders', 'cancels orders', 'ships orders'] as const)[time % 3];
    return others[kind ?? '']?.(store, time);
  },
};

/** The usual orders, and 100 that nobody named. */
const orders = () => [
  ...shopOrders(),
  ...Array.from({ length: 100 }, (_, index) => placed(6000n + BigInt(index), 'pending', { quantity: 1n })),
];

/** The other client is busy before every nth request. */
function sharing(other: Other, every: number, from: number): Front {
  let requests = 0;
  return async (request, { respond, store }) => {
    if (requests % every === from % every) await other(store, Math.floor(requests / every));
    requests += 1;
    return respond(request);
  };
}

const named = { pendingIds: [1001n, 1002n], shippedIds: [2001n, 2002n] };
const readings = ['keep', 'remove'] as const;
const paces = [1, 3, 7, 2];
const starts = [0, 1, 2];
const situations = Object.keys(others).flatMap((what) => readings.map((reading) => ({ what, reading })));

test.each(situations)('breaks no rule if another client $what, with $reading', async ({ what, reading }) => {
  const other = others[what] ?? (async () => {});
  const runs = [
    ...(['least-promise', 'typical'] as const).flatMap((profile) =>
      paces.flatMap((every) => starts.map((from) => ({ profile, seed: '1', every, from }))),
    ),
    ...Array.from({ length: 20 }, (_, index) => ({
      profile: 'vary' as const,
      seed: String(index),
      every: paces[index % paces.length] ?? 1,
      from: index,
    })),
  ];
  for (const { profile, seed, every, from } of runs) {
    const options = { orders: orders(), profile, seed, gaps: { 'cancelled-in-list': reading } };
    const report = await checkShop(sharing(other, every, from), options, { ...named, shared: true });
    const broken = brokenRules(report, 'violation');
    expect({
      profile,
      seed,
      every,
      from,
      broken,
      findings: broken.length > 0 ? report.findings : [],
    }).toEqual({ profile, seed, every, from, broken: [], findings: [] });
    expect([report.exitCode, report.incomplete]).toEqual([0, undefined]);
  }
});

const seeds = 200;
/** With a handle, an order keeps its id in every profile. */
const handles = new Map(shopOrders().map(({ order: { id = 0n } }) => [`order-${id}`, id]));

test(`breaks no rule with ${seeds} seeds of vary, and tests every named order`, async () => {
  for (let seed = 0; seed < seeds; seed += 1) {
    const report = await checkShop(
      (request, { respond }) => respond(request),
      {
        profile: 'vary',
        seed: String(seed),
        handles,
      },
      named,
    );
    expect([seed, brokenRules(report, 'violation'), report.exitCode]).toEqual([seed, [], 0]);
    const passed = report.rules.filter(({ kind }) => kind === 'passed').map(({ rule }) => rule);
    expect(passed).toEqual(expect.arrayContaining(['R16', 'R17', 'R18', 'R26', 'R29', 'R31', 'R33', 'R34']));
  }
});
