import { stat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { isFilePath } from '../text/yaml-file.ts';
import { UserError } from '../user-error.ts';
import { production, staging } from './environment/environment.ts';
import type { Environments } from './environment/environments.ts';
import { StoreUnavailable } from './environment/store-unavailable.ts';
import type { Catalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import type { WatchEvent } from './watch-event.ts';

/** How often the files are looked at, in milliseconds. */
export const lookIntervalMs = 250;

/** The scenarios that production and staging start with: a name, a path, or undefined for a scenario without a file. */
export type WatchedScenarios = {
  readonly production: string | undefined;
  readonly staging: string | undefined;
};

/** The running simulator, as the watch needs it. */
export type WatchTarget = {
  readonly environments: Environments;
  /** Called when the scenario of production has changed: new environments start with it. */
  readonly replaceFirst: (scenario: Scenario) => void;
  readonly clock: Clock;
  /** Aborts when the simulator stops. */
  readonly signal: AbortSignal;
  /** An error that it throws, or a promise of it rejects with, is printed, and the watch continues. */
  readonly onEvent: (event: WatchEvent) => unknown;
};

/**
 * Watches the files of the scenarios and of the catalog's folder. Production and staging load their scenario again when
 * its file changes, as a whole, unless they have loaded another one since the start. Other environments keep their state.
 *
 * It polls, because events of the file system do not reach bind mounts of virtual machines and network file systems. A
 * change counts once two looks see the same, so that a file is not read while it is written or replaced.
 */
export async function startScenarioWatch(catalog: Catalog, started: WatchedScenarios) {
  const look = () => marksOf(catalog, [started.production, started.staging]);
  const loaded = new Map(await look());
  return {
    /** Loads changed files until the signal aborts. */
    run: async (target: WatchTarget): Promise<void> => {
      const { clock, signal } = target;
      for (let before: Marks = loaded, now = before; !signal.aborted; before = now) {
        await clock.sleep(lookIntervalMs, signal);
        now = await look();
        for (const scenario of new Set([...loaded.keys(), ...now.keys()])) {
          const mark = now.get(scenario);
          if (signal.aborted || mark === loaded.get(scenario) || mark !== before.get(scenario)) continue;
          if (await load(scenario, catalog, started, target)) loaded.set(scenario, mark);
        }
      }
    },
  };
}

/** A text for each scenario that changes with its file; undefined if there is no file. */
type Marks = ReadonlyMap<string, string | undefined>;

async function marksOf(catalog: Catalog, started: readonly (string | undefined)[]): Promise<Marks> {
  const files = started.flatMap((path) => (path !== undefined && isFilePath(path) ? [[path, path]] : []));
  const named = (await folderEntries(catalog)).map(({ name, path }) => [name, path]);
  const all = [...files, ...named] as [string, string][];
  return new Map(
    await Promise.all(all.map(async ([scenario, path]) => [scenario, await markOf(path)] as const)),
  );
}

/** Links are followed, as in a mounted ConfigMap. */
async function markOf(path: string): Promise<string | undefined> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found && `${found.dev}:${found.ino}:${found.size}:${found.mtimeNs}:${found.ctimeNs}`;
}

/** The files of the folder. A folder that cannot be read has none. */
async function folderEntries(catalog: Catalog) {
  const entries = await catalog.entries().catch(() => []);
  return entries.filter(({ source }) => source === 'folder');
}

/** Loads a scenario and reports the outcome. Returns false if a shared store does not respond. */
async function load(
  nameOrPath: string,
  catalog: Catalog,
  started: WatchedScenarios,
  target: WatchTarget,
): Promise<boolean> {
  try {
    const event = await reload(nameOrPath, catalog, started, target).catch((error: unknown) =>
      refusalOf(error, nameOrPath, catalog, started),
    );
    await target.onEvent(event);
  } catch (error) {
    if (error instanceof StoreUnavailable) return false;
    console.error(`after a change of ${nameOrPath}:`, error);
  }
  return true;
}

async function refusalOf(
  error: unknown,
  scenario: string,
  catalog: Catalog,
  { production: first, staging: second }: WatchedScenarios,
): Promise<WatchEvent> {
  const names = (await folderEntries(catalog)).map(({ name }) => name);
  if (![first, second, ...names].includes(scenario)) return { kind: 'removed', scenario };
  if (error instanceof UserError) return { kind: 'refused', scenario, problems: error.problems };
  if (!(error instanceof Error && 'code' in error)) throw error;
  return {
    kind: 'refused',
    scenario,
    problems: [{ where: scenario, what: `cannot be read (${error.code})` }],
  };
}

async function reload(
  nameOrPath: string,
  catalog: Catalog,
  started: WatchedScenarios,
  { environments, replaceFirst }: WatchTarget,
): Promise<WatchEvent> {
  const scenario = await catalog.open(nameOrPath);
  const users = ([production, staging] as const).filter((name) => started[name] === nameOrPath);
  const having = users
    .flatMap((name) => environments.get(name) ?? [])
    .filter(({ state }) => state.initial.scenario === scenario.name);
  const states = await Promise.all(
    having.map(({ settings }) => resolveScenario(scenario, { seed: Number(settings.seed) })),
  );
  // From here on nothing waits: no request sees one environment changed and the other not.
  await Promise.all(
    having.map((environment, at) => environment.load(states[at] ?? environment.state.initial)),
  );
  if (started.production === nameOrPath) replaceFirst(scenario);
  return { kind: 'loaded', scenario: nameOrPath, environments: having.map(({ name }) => name) };
}
