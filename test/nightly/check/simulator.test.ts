import { expect, test } from 'vitest';
import { checkContract } from '../../../src/check/check-contract.ts';
import type { CheckOptions } from '../../../src/check/check-options.ts';
import type { Report } from '../../../src/contract/report.ts';
import { gaps } from '../../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../../src/simulator/environment/gaps/read-choice.ts';
import type { InitialState } from '../../../src/simulator/environment/initial-state.ts';
import { createCatalog } from '../../../src/simulator/scenarios/catalog.ts';
import { resolveScenario } from '../../../src/simulator/scenarios/resolve-scenario.ts';
import { fastClock } from '../../check/fast-clock.ts';
import { brokenRules } from '../../check/mutants/run-against.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../../support/open-test-simulator.ts';
import { drawnSeeds } from '../../support/seed-properties.ts';

const catalog = createCatalog();

async function stateOf(scenario: string): Promise<InitialState> {
  return resolveScenario(await catalog.open(scenario), { seed: 1 });
}

/** Checks the simulator at level cancel, with the ids of the handles. */
async function checkSimulator(
  state: InitialState,
  more: TestSimulatorOptions = {},
  options: Partial<CheckOptions> = {},
): Promise<Report> {
  const { orders, handles, ships, pets, clock } = state;
  await using simulator = await openTestSimulator({ orders, handles, ships, pets, clock, ...more });
  const behind = (handle: string): readonly bigint[] =>
    [...handles].flatMap(([name, id]) => (name === handle ? [id] : []));
  return await checkContract({
    url: simulator.baseUrl,
    apiKey: testKey,
    level: 'cancel',
    pendingIds: behind('pending'),
    shippedIds: behind('shipped'),
    clock: fastClock,
    ...options,
  });
}

const seeds = (count: number) => drawnSeeds(count).map(String);

const answers = gaps.flatMap((gap) =>
  Object.keys(gap.choices)
    .filter((answer) => !hasParameter(answer))
    .map((answer) => ({ key: gap.key, answer, breaks: [gap.breaks?.[answer] ?? []].flat() })),
);

test.each(answers)(
  '$key=$answer of the simulator breaks the rules of the table of gaps: $breaks',
  async ({ key, answer, breaks }) => {
    const state = await stateOf(key === 'optional-fields' ? 'sparse' : 'mixed');
    const report = await checkSimulator(state, { gaps: { [key]: answer } });
    expect(brokenRules(report, 'violation')).toEqual(breaks);
  },
);

const readings = (['least-promise', 'typical', 'vary'] as const).flatMap((profile) =>
  (['keep', 'remove'] as const).map((reading) => [profile, reading] as const),
);

test.each(readings)(
  'every rule is exercised wholly in profile %s if a cancelled order is in the list: %s',
  async (profile, reading) => {
    for (const seed of seeds(5)) {
      const more = { profile, gaps: { 'cancelled-in-list': reading }, seed };
      const report = await checkSimulator(await stateOf('mixed'), more, { require: ['all'] });
      expect([seed, report.exitCode, report.incomplete]).toEqual([seed, 0, undefined]);
      expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
    }
  },
);

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
