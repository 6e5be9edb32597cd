import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import type { Report } from '../../../src/contract/report.ts';
import { drawBytes } from '../../../src/draw.ts';
import { gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../../src/simulator/environment/gaps/read-choice.ts';
import type { InitialState } from '../../../src/simulator/environment/initial-state.ts';
import type { OrderStore } from '../../../src/simulator/orders/order-store.ts';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { resolveScenario } from '../../../src/simulator/scenarios/resolve-scenario.ts';
import { brokenRules } from '../../check/mutants/mutant.ts';
import { placed } from '../../support/an-environment.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../../support/open-test-simulator.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';
import { fastClock } from '../../support/test-clock.ts';

const catalog = createCatalog();

async function stateOf(scenario: string): Promise<InitialState> {
  return resolveScenario(await catalog.open(scenario), { seed: 1 });
}

/** Checks the simulator, at level cancel with the ids of the handles. `meanwhile` is what another client does after each request. */
async function checkSimulator(
  state: InitialState,
  more: TestSimulatorOptions = {},
  options: Partial<CheckOptions> = {},
  meanwhile: (store: OrderStore) => unknown = () => {},
): Promise<Report> {
  const { orders, handles, ships, pets, clock } = state;
  const onRequest = () => void meanwhile(simulator.environments.production.state.store);
  const given = { orders, handles, ships, pets, clock, onRequest, ...more };
  await using simulator = await openTestSimulator(given);
  const behind = (handle: string) => [handles.get(handle) ?? []].flat();
  const named = { pendingIds: behind('pending'), shippedIds: behind('shipped') };
  return await checkContract({
    ...{ url: simulator.baseUrl, apiKey: testKey, level: 'cancel' as const, clock: fastClock },
    ...((options.level ?? 'cancel') === 'cancel' && named),
    ...options,
  });
}

test.each(await catalog.names())(
  'the simulator keeps the contract at every level in scenario %s',
  async (scenario) => {
    const state = await stateOf(scenario);
    const kept = { findings: [], incomplete: undefined, exitCode: 0 };
    const passed = ({ rules }: Report) =>
      rules.filter(({ kind }) => kind === 'passed').map(({ rule }) => rule);
    const observed = await checkSimulator(state, {}, { level: 'observe' });
    expect(observed).toMatchObject(kept);
    expect(observed.exchanges.filter(({ request }) => request.method !== 'GET')).toEqual([]);
    const probed = await checkSimulator(state, {}, { level: 'probe' });
    expect(probed).toMatchObject(kept);
    expect(passed(probed)).toEqual(expect.arrayContaining(['R16', 'R17', 'R18', 'R25']));
    const shown = [
      ...(state.handles.has('pending') ? ['R26', 'R27', 'R29'] : []),
      ...(state.handles.has('shipped') ? ['R30', 'R31'] : []),
    ];
    if (shown.length === 0) return;
    const cancelled = await checkSimulator(state);
    expect(cancelled).toMatchObject(kept);
    expect(passed(cancelled)).toEqual(expect.arrayContaining(shown));
  },
);

const choices = gaps.flatMap((gap) =>
  Object.keys(gap.choices)
    .filter((choice) => !hasParameter(choice))
    .map((choice) => ({ key: gap.key, choice, breaks: [gap.breaks?.[choice] ?? []].flat() })),
);

test.each(choices)(
  '$key=$choice of the simulator breaks the rules of the table of gaps: $breaks',
  async ({ key, choice, breaks }) => {
    const state = await stateOf(key === 'optional-fields' ? 'sparse' : 'mixed');
    const report = await checkSimulator(state, { gaps: { [key]: choice } });
    expect(brokenRules(report, 'violation')).toEqual(breaks);
  },
);

const readings = (['least-promise', 'typical', 'vary'] as const).flatMap((profile) =>
  (['keep', 'remove'] as const).map((reading) => [profile, reading] as const),
);

test.each(readings)(
  'every rule is exercised wholly in profile %s if a cancelled order is in the list: %s',
  async (profile, reading) => {
    for (const seed of drawnSeeds(profile === 'vary' ? 50 : 5).map(String)) {
      const more = { profile, gaps: { 'cancelled-in-list': reading }, seed };
      const report = await checkSimulator(await stateOf('mixed'), more, { require: ['all'] });
      expect([seed, report.exitCode, report.incomplete]).toEqual([seed, 0, undefined]);
      expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
    }
  },
);

test.each<[string, TestSimulatorOptions]>([
  ['in profile least-promise', {}],
  ['in profile typical', { profile: 'typical' }],
  ['in profile vary', { profile: 'vary' }],
  ['with lists two lists old', { gaps: { 'cancelled-in-list': 'remove', 'list-lag': 'after-2-reads' } }],
])('the simulator %s breaks no rule beside a busy client', async (_, options) => {
  const state = await stateOf('mixed');
  const named = new Set(state.handles.values());
  for (const seed of drawnSeeds(6).map(String)) {
    let draws = 0;
    const draw = (): number => drawBytes(seed, draws++).readUInt32BE();
    const meanwhile = (store: OrderStore) => {
      const { orders } = store.list();
      const id = orders[draw() % orders.length]?.order.id ?? 0n;
      const kind = draw() % 3;
      if (kind === 0) return store.put(placed(BigInt(1e6 + draws), 'pending', { quantity: 1n }));
      if (named.has(id)) return;
      return kind === 1 ? store.cancel(id) : store.ship(id);
    };
    const report = await checkSimulator(state, { seed, ...options }, { shared: true }, meanwhile);
    expect([seed, brokenRules(report, 'violation'), report.incomplete]).toEqual([seed, [], undefined]);
  }
});

test('no profile and no draw makes a choice that breaks a rule', () => {
  for (const gap of gaps) {
    const broken = Object.keys(gap.breaks ?? {});
    const made = [gap.default, gap.typical, ...(gap.drawn ?? Object.keys(gap.choices))];
    expect(made.filter((choice) => choice !== undefined && broken.includes(choice))).toEqual([]);
  }
  expect(gaps.filter(({ breaks }) => breaks !== undefined).map(({ key }) => key)).toEqual([
    'cancel-again',
    'optional-fields',
    'ship-date-form',
  ]);
});
