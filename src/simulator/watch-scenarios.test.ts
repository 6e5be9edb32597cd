import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { anEnvironment } from '../../test/support/an-environment.ts';
import { createHandClock } from '../../test/support/hand-clock.ts';
import { newFolder } from '../../test/support/new-folder.ts';
import { formatProblem } from '../user-error.ts';
import { LocalEnvironments } from './environment/local-environments.ts';
import { createCatalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { WatchEvent } from './watch-event.ts';
import { lookIntervalMs, startScenarioWatch } from './watch-scenarios.ts';

/** The line of an event: `loaded mine: production, staging`. */
function lineOf(event: WatchEvent): string {
  if (event.kind === 'refused') return `refused ${event.problems.map(formatProblem).join(' | ')}`;
  return event.kind === 'removed'
    ? `removed ${event.scenario}`
    : `loaded ${event.scenario}: ${event.environments.join()}`;
}

type Started = { readonly production: string; readonly staging: string };

/** Watches a folder of scenarios with production and staging started from it, and one environment of a test. */
async function watching(
  files: Readonly<Record<string, string>>,
  started: (folder: string) => Started,
  onEvent?: () => unknown,
) {
  const folder = newFolder();
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  for (const [name, text] of Object.entries(files)) write(name, text);
  const catalog = createCatalog({ folder, allowPaths: true });
  const choices = started(folder);
  const watch = await startScenarioWatch(catalog, choices);
  const create = async (name: string, scenario: string) =>
    anEnvironment(await resolveScenario(await catalog.open(scenario), { seed: 1 }), { name });
  const [production, staging, test] = await Promise.all([
    create('production', choices.production),
    create('staging', choices.staging),
    create('test', choices.production),
  ]);
  const clock = createHandClock();
  const end = new AbortController();
  onTestFinished(() => end.abort());
  const lines: string[] = [];
  const firsts: Scenario[] = [];
  void watch.run({
    environments: new LocalEnvironments([production, staging, test]),
    replaceFirst: (scenario) => firsts.push(scenario),
    clock,
    signal: end.signal,
    onEvent: onEvent ?? ((event) => lines.push(lineOf(event).replaceAll(`${folder}/`, ''))),
  });
  await clock.untilAsleep(1);
  const ids = async () =>
    Promise.all(
      [production, staging, test].map(async ({ state }) => {
        return state.store
          .list()
          .orders.map(({ order }) => Number(order.id))
          .join();
      }),
    );
  const settle = async (): Promise<readonly string[]> => {
    for (const _ of [1, 2]) {
      clock.advance(lookIntervalMs);
      await clock.untilAsleep(1);
    }
    return lines.splice(0);
  };
  return { folder, write, settle, ids, firsts, production, staging };
}

const order = (...ids: readonly number[]) => `orders: [${ids.map((id) => `{ id: ${id} }`).join()}]\n`;
const byPath = (folder: string) => ({ production: `${folder}/mine.yaml`, staging: `${folder}/mine.yaml` });

test('a changed file becomes the state of production and staging, and not of other environments', async () => {
  const { write, settle, ids, firsts } = await watching({ 'mine.yaml': order(1) }, byPath);
  write('mine.yaml', order(2, 3));
  // The file is a scenario of the folder as well, which no environment was started with.
  expect(await settle()).toEqual(['loaded mine.yaml: production,staging', 'loaded mine: ']);
  expect(await ids()).toEqual(['2,3', '2,3', '1']);
  expect(firsts.map(({ content }) => content.orders?.length)).toEqual([2]);
});

test.each([
  [
    'throws',
    () => {
      throw new Error('of a hook');
    },
  ],
  ['rejects', () => Promise.reject(new Error('of a hook'))],
])('a hook that %s is reported, and the next change is loaded', async (_, onEvent) => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => printed.mockRestore());
  const { write, settle, ids } = await watching({ 'mine.yaml': order(1) }, byPath, onEvent);
  for (const id of [2, 3]) {
    write('mine.yaml', order(id, id + 10));
    await settle();
    expect(await ids()).toEqual([`${id},${id + 10}`, `${id},${id + 10}`, '1']);
  }
  expect(printed).toHaveBeenCalledWith(expect.stringContaining('mine.yaml'), new Error('of a hook'));
});

test('a name of the folder is loaded again, each environment with its own', async () => {
  const { write, settle, ids, firsts } = await watching(
    { 'one.yaml': order(1), 'two.yaml': order(2) },
    () => ({
      production: 'one',
      staging: 'two',
    }),
  );
  write('two.yaml', order(2, 20));
  expect(await settle()).toEqual(['loaded two: staging']);
  expect(await ids()).toEqual(['1', '2,20', '1']);
  expect(firsts).toEqual([]);
});

test('an invalid file leaves the state, says why, and the next change is loaded', async () => {
  const { write, settle, ids } = await watching({ 'mine.yaml': order(1) }, () => ({
    production: 'mine',
    staging: 'mine',
  }));
  write('mine.yaml', 'orders:\n  - { id: 1, status: shiped }\n');
  expect(await settle()).toEqual([
    'refused mine.yaml:2:22 orders[0].status is "shiped"; expected pending, shipped, cancelled; did you mean "shipped"?',
  ]);
  expect(await ids()).toEqual(['1', '1', '1']);
  write('mine.yaml', order(7));
  expect(await settle()).toEqual(['loaded mine: production,staging']);
  expect(await ids()).toEqual(['7', '7', '1']);
});

test('a file that is gone leaves the state, and one that appears is loaded', async () => {
  const { write, folder, settle, ids } = await watching(
    { 'mine.yaml': order(1), 'spare.yaml': order(9) },
    () => ({
      production: 'mine',
      staging: 'mine',
    }),
  );
  rmSync(join(folder, 'mine.yaml'));
  rmSync(join(folder, 'spare.yaml'));
  expect(await settle()).toEqual([
    expect.stringContaining('refused there is no scenario "mine"'),
    'removed spare',
  ]);
  expect(await ids()).toEqual(['1', '1', '1']);
  write('next.yaml', order(5));
  renameSync(join(folder, 'next.yaml'), join(folder, 'mine.yaml'));
  expect(await settle()).toEqual(['loaded mine: production,staging']);
  expect(await ids()).toEqual(['5', '5', '1']);
});

test('a file of the folder that overrides a built-in scenario is loaded, and the built-in one when it is gone', async () => {
  const { write, folder, settle, ids } = await watching({}, () => ({
    production: 'pending',
    staging: 'empty',
  }));
  expect(await ids()).toEqual(['48210013', '', '48210013']);
  write('pending.yaml', order(1));
  expect(await settle()).toEqual(['loaded pending: production']);
  expect(await ids()).toEqual(['1', '', '48210013']);
  rmSync(join(folder, 'pending.yaml'));
  expect(await settle()).toEqual(['loaded pending: production']);
  expect(await ids()).toEqual(['48210013', '', '48210013']);
});

test('an environment that has loaded another scenario since the start keeps it', async () => {
  const { write, settle, ids, staging } = await watching(
    { 'mine.yaml': order(1), 'other.yaml': order(2) },
    byPath,
  );
  const catalog = createCatalog();
  staging.load(await resolveScenario(await catalog.open('pending'), { seed: 1 }));
  write('mine.yaml', order(3, 4));
  expect((await settle())[0]).toBe('loaded mine.yaml: production');
  expect(await ids()).toEqual(['3,4', '48210013', '1']);
});

test('a swap ends the waits of the state before, and a reset returns to the new file', async () => {
  const { write, settle, ids, production } = await watching({ 'mine.yaml': order(1) }, byPath);
  const before = production.state;
  write('mine.yaml', order(3, 4));
  await settle();
  expect(production.state).not.toBe(before);
  await production.state.store.remove(3n);
  production.reset();
  expect((await ids())[0]).toBe('3,4');
});

test('a folder that cannot be read any more is reported and ends nothing', async () => {
  const { write, folder, settle, ids } = await watching({ 'mine.yaml': order(1) }, () => ({
    production: 'mine',
    staging: 'mine',
  }));
  renameSync(folder, `${folder}-gone`);
  expect(await settle()).toEqual([expect.stringContaining('refused')]);
  expect(await ids()).toEqual(['1', '1', '1']);
  renameSync(`${folder}-gone`, folder);
  write('mine.yaml', order(8, 9));
  expect(await settle()).toEqual(['loaded mine: production,staging']);
});
