import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anEnvironment } from '../../test/support/an-environment.ts';
import { newFolder } from '../../test/support/new-folder.ts';
import { createTestClock } from '../../test/support/test-clock.ts';
import { formatProblem } from '../user-error.ts';
import { createLocalEnvironments } from './environment/local-environments.ts';
import { createCatalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { WatchEvent } from './start-options.ts';
import { lookIntervalMs, watchScenarios } from './watch-scenarios.ts';

/** The line of an event: `loaded mine: production, staging`. */
function lineOf(event: WatchEvent): string {
  return event.kind === 'refused'
    ? `refused ${event.problems.map(formatProblem).join(' | ')}`
    : `loaded ${event.scenario}: ${event.environments.join()}`;
}

/** Watches a folder of scenarios with production and staging started from it, and one environment of a test. */
async function watching(
  files: Readonly<Record<string, string>>,
  scenarios: { readonly production: string; readonly staging: string } = {
    production: 'mine',
    staging: 'mine',
  },
  onEvent: (line: string) => void = () => {},
) {
  const folder = newFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const catalog = createCatalog({ folder, allowPaths: true });
  const clock = createTestClock();
  const watched = new Set(Object.values(scenarios)).size;
  const watch = await watchScenarios(catalog, scenarios);
  const create = async (name: string, scenario: string) =>
    anEnvironment(await resolveScenario(await catalog.open(scenario), { seed: 1 }), { name });
  const [production, staging, other] = await Promise.all([
    create('production', scenarios.production),
    create('staging', scenarios.staging),
    create('other', scenarios.production),
  ]);
  const lines: string[] = [];
  const firsts: Scenario[] = [];
  const target = {
    environments: createLocalEnvironments([production, staging, other]),
    replaceFirst: (scenario: Scenario) => firsts.push(scenario),
    onEvent: (event: WatchEvent) => {
      lines.push(lineOf(event).replaceAll(`${folder}/`, ''));
      onEvent(lineOf(event));
    },
  };
  const end = new AbortController();
  onTestFinished(() => end.abort());
  watch(target, { clock, signal: end.signal });
  await clock.untilWaiting(watched);
  const ids = () =>
    [production, staging, other].map(({ state }) =>
      state.store
        .list()
        .orders.map(({ order }) => Number(order.id))
        .join(),
    );
  /** Looks at the files once, and returns what was reported. */
  const look = async (): Promise<readonly string[]> => {
    await clock.advance(lookIntervalMs);
    await clock.untilWaiting(watched);
    return lines.splice(0);
  };
  return { folder, write, look, ids, firsts, staging };
}

const order = (...ids: readonly number[]) => `orders: [${ids.map((id) => `{ id: ${id} }`).join()}]\n`;

test('a changed file becomes the state of production and staging, and not of other environments', async () => {
  const { write, look, ids, firsts } = await watching({ 'mine.yaml': order(1) });
  write('mine.yaml', order(2, 3));
  expect(await look()).toEqual(['loaded mine: production,staging']);
  expect(ids()).toEqual(['2,3', '2,3', '1']);
  expect(firsts.map(({ content }) => content.orders?.length)).toEqual([2]);
});

test('an invalid file and one that is gone leave the state, and the next change is loaded', async () => {
  const { write, folder, look, ids } = await watching({ 'mine.yaml': order(1) });
  write('mine.yaml', 'orders:\n  - { id: 1, status: shiped }\n');
  expect(await look()).toEqual([
    'refused mine.yaml:2:22 orders[0].status is "shiped"; expected pending, shipped, cancelled; did you mean "shipped"?',
  ]);
  rmSync(join(folder, 'mine.yaml'));
  expect(await look()).toEqual([expect.stringContaining('refused there is no scenario "mine"')]);
  expect(ids()).toEqual(['1', '1', '1']);
  write('next.yaml', order(5));
  renameSync(join(folder, 'next.yaml'), join(folder, 'mine.yaml'));
  expect(await look()).toEqual(['loaded mine: production,staging']);
  expect(ids()).toEqual(['5', '5', '1']);
});

test('an environment that has loaded another scenario since the start keeps it', async () => {
  const { write, look, ids, staging } = await watching({ 'mine.yaml': order(1) });
  staging.load(await resolveScenario(await createCatalog().open('pending'), { seed: 1 }));
  write('mine.yaml', order(3, 4));
  expect(await look()).toEqual(['loaded mine: production']);
  expect(ids()).toEqual(['3,4', '48210013', '1']);
});

test('a hook that throws is reported, and the next change is loaded', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const fail = () => {
    throw new Error('of a hook');
  };
  const { write, ids, look } = await watching({ 'mine.yaml': order(1) }, undefined, fail);
  for (const id of [2, 3]) {
    write('mine.yaml', order(id, id + 10));
    await look();
    expect(ids()[0]).toBe(`${id},${id + 10}`);
  }
  expect(printed).toHaveBeenCalledWith(expect.stringContaining('mine'), new Error('of a hook'));
});
