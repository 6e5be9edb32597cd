import type { Clock } from '../clock.ts';
import { isFilePath } from '../text/yaml-file.ts';
import { type Problem, UserError } from '../user-error.ts';
import { production, staging } from './environment/environment.ts';
import type { Environments } from './environment/environments.ts';
import { StoreUnavailable } from './environment/store-unavailable.ts';
import type { Catalog } from './scenarios/catalog.ts';
import type { Scenario } from './scenarios/read-scenario.ts';
import { resolveScenario } from './scenarios/resolve-scenario.ts';
import { statusNeeded, type UnknownStatus, unknownOrders } from './scenarios/unknown-status.ts';
import { lookIntervalMs, startFileWatch } from './scenarios/watch-files.ts';
import type { WatchEvent } from './watch-event.ts';

/** The scenarios that production and staging start with: a name, a path, or undefined for a scenario without a file. */
export type WatchedScenarios = {
  readonly production: string | undefined;
  readonly staging: string | undefined;
  /** The status of the orders whose status a scenario does not know. */
  readonly unknownStatus: UnknownStatus | undefined;
};

/** The running simulator, as the watch needs it. */
export type WatchTarget = {
  readonly environments: Environments;
  /** Called when the scenario of production has changed: new environments start with it. */
  readonly replaceFirst: (scenario: Scenario) => void;
  readonly clock: Clock;
  /** Aborts when the simulator stops. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: WatchEvent) => void;
};

/**
 * Watches the files of the scenarios and of the folder of the catalog. Production and staging load their scenario again
 * when its file changes, as a whole, unless they have loaded another one since the start. Environments of tests keep
 * their state.
 */
export async function startScenarioWatch(catalog: Catalog, started: WatchedScenarios) {
  const { unknownStatus } = started;
  const choices = [
    { environment: production, scenario: started.production },
    { environment: staging, scenario: started.staging },
  ];
  const files = choices.flatMap(({ scenario }) =>
    scenario !== undefined && isFilePath(scenario) ? [scenario] : [],
  );
  // Every name that the folder has had, by the path of its file.
  const names = new Map<string, string>();
  const list = async (): Promise<readonly string[]> => {
    for (const { name, path } of await folderEntries(catalog)) names.set(path, name);
    return [...new Set([...files, ...names.keys()])];
  };
  const watch = await startFileWatch(list);
  return {
    /** Loads changed files until the signal aborts. */
    run: (target: WatchTarget): Promise<void> =>
      watch.run({
        clock: target.clock,
        signal: target.signal,
        onChange: async (paths) => {
          const changed = paths.flatMap((path) => [
            ...(files.includes(path) ? [path] : []),
            names.get(path) ?? [],
          ]);
          for (const scenario of new Set(changed.flat())) {
            const users = choices.filter((one) => one.scenario === scenario).map((one) => one.environment);
            await reportReload(() => reload({ scenario, unknownStatus }, users, catalog, target), target);
          }
        },
      }),
  };
}

/** Reloads, again and again while a shared store does not respond, and reports the outcome. */
async function reportReload(
  reloadOnce: () => Promise<WatchEvent>,
  { clock, signal, onEvent }: WatchTarget,
): Promise<void> {
  while (!signal.aborted) {
    try {
      return onEvent(await reloadOnce());
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
    await clock.sleep(lookIntervalMs, signal);
  }
}

/** A folder that is gone has no files. */
async function folderEntries(catalog: Catalog) {
  const entries = await catalog.entries().catch((error: unknown) => {
    if (error instanceof UserError) return [];
    throw error;
  });
  return entries.filter(({ source }) => source === 'folder');
}

async function reload(
  changed: { readonly scenario: string; readonly unknownStatus: UnknownStatus | undefined },
  users: readonly string[],
  catalog: Catalog,
  { environments, replaceFirst }: Pick<WatchTarget, 'environments' | 'replaceFirst'>,
): Promise<WatchEvent> {
  const { scenario: nameOrPath, unknownStatus } = changed;
  const opening = await open(nameOrPath, catalog, unknownStatus);
  if (opening.kind === 'refused') {
    const names = (await folderEntries(catalog)).map(({ name }) => name);
    if (users.length === 0 && !names.includes(nameOrPath)) return { kind: 'removed', scenario: nameOrPath };
    return { kind: 'refused', scenario: nameOrPath, problems: opening.problems };
  }
  const { scenario } = opening;
  const having = users
    .flatMap((name) => environments.get(name) ?? [])
    .filter(({ state }) => state.initial.scenario === scenario.name);
  const seeds = new Set(having.map(({ settings }) => settings.seed));
  const states = new Map(
    await Promise.all(
      [...seeds].map(
        async (seed) =>
          [seed, await resolveScenario(scenario, { seed: Number(seed), unknownStatus })] as const,
      ),
    ),
  );
  // From here on nothing waits: no request sees one environment changed and the other not.
  const loads = having.flatMap((environment) => {
    const initial = states.get(environment.settings.seed);
    return initial === undefined ? [] : [environment.load(initial)];
  });
  await Promise.all(loads);
  if (users.includes(production)) replaceFirst(scenario);
  return { kind: 'loaded', scenario: nameOrPath, environments: having.map(({ name }) => name) };
}

type Opening =
  | { readonly kind: 'opened'; readonly scenario: Scenario }
  | { readonly kind: 'refused'; readonly problems: readonly Problem[] };

/** A file that cannot be read for any reason is a problem of this file, and not the end of the simulator. */
async function open(
  nameOrPath: string,
  catalog: Catalog,
  unknownStatus: UnknownStatus | undefined,
): Promise<Opening> {
  try {
    const scenario = await catalog.open(nameOrPath);
    const { length } = unknownOrders(scenario);
    if (length === 0 || unknownStatus !== undefined) return { kind: 'opened', scenario };
    return { kind: 'refused', problems: [statusNeeded(scenario.file, length)] };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'refused', problems: error.problems };
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { kind: 'refused', problems: [{ where: nameOrPath, what: `cannot be read (${error.code})` }] };
  }
}
