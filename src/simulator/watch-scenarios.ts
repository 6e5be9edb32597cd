import { stat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { UserError } from '../user-error.ts';
import { production, staging } from './environment/environment.ts';
import type { Environments } from './environment/environments.ts';
import type { Catalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { WatchEvent } from './start-options.ts';

/** How often a file is looked at, in milliseconds. */
export const lookIntervalMs = 250;

/** The scenarios that production and staging start with, if they have a file: names or paths. */
export type WatchedScenarios = { readonly production?: string; readonly staging?: string };

/** The running simulator, as the watch needs it. */
export type WatchTarget = {
  readonly environments: Environments;
  /** Called when the scenario of production has changed: new environments start with it. */
  readonly replaceFirst: (scenario: Scenario) => void;
  /** An error that it throws, or a promise of it rejects with, is printed, and the watch continues. */
  readonly onEvent: (event: WatchEvent) => unknown;
};

/**
 * Watches the files of scenarios. Production and staging load theirs again when its file changes, unless they have loaded
 * another one since the start. Other environments keep their state. It polls, because events of the file system do not reach
 * bind mounts of virtual machines and network file systems.
 *
 * @returns a function that loads changed files until the signal aborts, those that changed before it was called included
 */
export async function watchScenarios(catalog: Catalog, started: WatchedScenarios) {
  const scenarios = [...new Set(Object.values(started))];
  const marks = await Promise.all(scenarios.map((one) => markOf(one, catalog)));
  return (target: WatchTarget, { clock, signal }: { clock: Clock; signal: AbortSignal }): void => {
    const watch = async (scenario: string, first: string | undefined): Promise<void> => {
      for (let mark = first; !signal.aborted; ) {
        await clock.sleep(lookIntervalMs, signal);
        const now = await markOf(scenario, catalog);
        if (!signal.aborted && now !== mark) await load(scenario, catalog, started, target);
        mark = now;
      }
    };
    for (const [at, scenario] of scenarios.entries()) void watch(scenario, marks[at]);
  };
}

/** Returns a text that changes with the file. Links are followed, as in a mounted ConfigMap. */
async function markOf(scenario: string, catalog: Catalog): Promise<string | undefined> {
  try {
    const { path } = await catalog.find(scenario);
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(path, { bigint: true });
    return [path, dev, ino, size, mtimeNs, ctimeNs].join();
  } catch {
    return undefined;
  }
}

async function load(
  scenario: string,
  catalog: Catalog,
  started: WatchedScenarios,
  target: WatchTarget,
): Promise<void> {
  try {
    await target.onEvent(await reload(scenario, catalog, started, target));
  } catch (error) {
    console.error(`after a change of ${scenario}:`, error);
  }
}

async function reload(
  nameOrPath: string,
  catalog: Catalog,
  started: WatchedScenarios,
  { environments, replaceFirst }: WatchTarget,
): Promise<WatchEvent> {
  const opened = await catalog.open(nameOrPath).catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  if (opened instanceof UserError)
    return { kind: 'refused', scenario: nameOrPath, problems: opened.problems };
  const having = ([production, staging] as const)
    .filter((name) => started[name] === nameOrPath)
    .flatMap((name) => environments.here.get(name) ?? [])
    .filter(({ state }) => state.initial.scenario === opened.name);
  for (const environment of having)
    environment.load(await resolveScenario(opened, { seed: Number(environment.settings.seed) }));
  if (started.production === nameOrPath) replaceFirst(opened);
  return { kind: 'loaded', scenario: nameOrPath, environments: having.map(({ name }) => name) };
}
