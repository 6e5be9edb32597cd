import { expect, test } from 'vitest';
import { checkContract } from '../../src/checker/check-contract.ts';
import type { Report } from '../../src/checker/report.ts';
import { gaps } from '../../src/simulator/environment/gaps/gaps.ts';
import { hasParameter } from '../../src/simulator/environment/gaps/read-choice.ts';
import type { InitialState } from '../../src/simulator/environment/initial-state.ts';
import { createCatalog } from '../../src/simulator/scenarios/catalog.ts';
import { resolveScenario } from '../../src/simulator/scenarios/resolve-scenario.ts';
import { openTestSimulator, type TestSimulatorOptions, testKey } from '../helpers/open-test-simulator.ts';
import { brokenRules } from './mutants/run-against.ts';

const catalog = createCatalog();

async function stateOf(scenario: string): Promise<InitialState> {
  return resolveScenario(await catalog.open(scenario), { seed: 1 });
}

/** Checks the simulator at level cancel, with the ids of the handles. */
async function checkSimulator(state: InitialState, more: TestSimulatorOptions = {}): Promise<Report> {
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
  });
}

test.each(['least-promise', 'typical', 'vary'] as const)(
  'the simulator fulfils the contract in profile %s',
  async (profile) => {
    for (const seed of ['1', '2', '3']) {
      const report = await checkSimulator(await stateOf('mixed'), { profile, seed });
      expect(brokenRules(report, 'violation')).toEqual([]);
      expect(report.incomplete).toBeUndefined();
      expect(report.gaps.filter(({ allowed }) => !allowed)).toEqual([]);
    }
  },
);

/** Choices that the table of gaps offers although they contradict the specification. */
const contradictions: Readonly<Record<string, readonly string[]>> = {
  'cancel-again=no-content': ['R29'],
  'optional-fields=null': ['R08'],
};

const answers = gaps.flatMap((gap) =>
  Object.keys(gap.choices)
    .filter((answer) => !hasParameter(answer))
    .map((answer) => ({ key: gap.key, answer })),
);

test.each(answers)(
  '$key=$answer of the simulator breaks no rule of the specification',
  async ({ key, answer }) => {
    const state = await stateOf(key === 'optional-fields' ? 'sparse' : 'mixed');
    const report = await checkSimulator(state, { gaps: { [key]: answer } });
    expect(brokenRules(report, 'violation')).toEqual(contradictions[`${key}=${answer}`] ?? []);
  },
);
