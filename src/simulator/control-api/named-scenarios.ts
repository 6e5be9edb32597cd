import { stat } from 'node:fs/promises';
import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import type { Scenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';
import { receiveScenario } from '../scenarios/sent-scenario.ts';
import type { UnknownStatus } from '../scenarios/unknown-status.ts';
import type { JobWorker } from './worker/job-worker.ts';

/** The scenarios that the control API can load. */
export type NamedScenarios = ReturnType<typeof createNamedScenarios>;

export type NamedScenariosOptions = {
  readonly catalog: Catalog;
  /** Reads large files and generates many orders. */
  readonly worker: JobWorker;
  /** The scenario that the simulator was started with. */
  readonly first: Scenario;
  /** The user's folder. A file in it may hide a built-in scenario at any time. */
  readonly folder: string | undefined;
  readonly maxOrders: number;
  /** The status of the orders whose status a scenario does not know. */
  readonly unknownStatus?: UnknownStatus | undefined;
};

type Status = UnknownStatus | undefined;

const cacheSize = 200;

/** Larger files, and more generated orders, would take too much of the time of one event loop. */
const maxBytesHere = 32 * 1024;
const maxGeneratedHere = 500;

/**
 * Opens scenarios from a catalog. Built-in scenarios cannot change while the simulator runs: each is resolved once per
 * seed and shared by all environments. Scenarios of the user's folder are read at every call.
 */
export function createNamedScenarios(options: NamedScenariosOptions) {
  const { catalog, worker, folder, maxOrders } = options;
  let { first } = options;
  const cache = new Map<string, InitialState>();
  const resolve = async (
    scenario: Scenario,
    seed: number,
    status: Status,
    signal?: AbortSignal,
  ): Promise<InitialState> => {
    const packed =
      generatedBy(scenario) > maxGeneratedHere
        ? receiveScenario(await worker.run({ kind: 'generate', scenario, seed }, signal))
        : scenario;
    return resolveScenario(packed, { seed, unknownStatus: status });
  };
  const open = async (name: string, seed: number, signal?: AbortSignal): Promise<Scenario> => {
    if (!(await isLarge(catalog, name))) return catalog.open(name);
    const job = { kind: 'open', name, catalog: { folder, maxOrders }, seed } as const;
    return receiveScenario(await worker.run(job, signal));
  };
  const resolveNamed = async (
    name: string,
    seed: string,
    status: Status,
    signal?: AbortSignal,
  ): Promise<InitialState> => {
    const key = `${name} ${seed} ${status}`;
    const cached = cache.get(key);
    const isHidden = folder !== undefined && (await pathInFolder(catalog, name)) !== undefined;
    if (cached !== undefined && !isHidden) return cached;
    const scenario = await open(name, Number(seed), signal);
    const initial = await resolve(scenario, Number(seed), status, signal);
    return scenario.source === 'built-in' ? remember(cache, key, initial) : initial;
  };
  return {
    catalog,
    /** Replaces the scenario that the simulator was started with, because its file has changed. */
    replaceFirst: (scenario: Scenario): void => {
      first = scenario;
      for (const key of [...cache.keys()].filter((one) => one.startsWith(' '))) cache.delete(key);
    },
    /**
     * Resolves a scenario with a seed: a named one, a given one, or by default the one that the simulator was started with.
     * Throws a UserError if the name is unknown, the file is invalid, or the status of an order is unknown.
     *
     * @param status the status of such orders
     * @param signal ends the work when it aborts: its client has left
     */
    resolve: async (
      scenario: string | Scenario | undefined,
      seed: string,
      status: Status = options.unknownStatus,
      signal?: AbortSignal,
    ): Promise<InitialState> => {
      // No name contains a space.
      const key = ` ${seed} ${status}`;
      if (scenario === undefined)
        return cache.get(key) ?? remember(cache, key, await resolve(first, Number(seed), status, signal));
      if (typeof scenario === 'string') return resolveNamed(scenario, seed, status, signal);
      return resolve(scenario, Number(seed), status, signal);
    },
  };
}

function remember(cache: Map<string, InitialState>, key: string, initial: InitialState): InitialState {
  const [oldest] = cache.keys();
  if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
  cache.set(key, initial);
  return initial;
}

/** Returns the path of a scenario of the user's folder; undefined for a built-in one. */
async function pathInFolder(catalog: Catalog, name: string): Promise<string | undefined> {
  return (await catalog.entries()).find((one) => one.name === name && one.source === 'folder')?.path;
}

/** Built-in scenarios are small, and read while the package is built. A file that cannot be read is reported by `open`. */
async function isLarge(catalog: Catalog, name: string): Promise<boolean> {
  const path = await pathInFolder(catalog, name);
  const file = path === undefined ? undefined : await stat(path).catch(() => undefined);
  return file !== undefined && file.size > maxBytesHere;
}

function generatedBy({ content: { generate = [] } }: Scenario): number {
  return generate.reduce((sum, { count }) => sum + Number(count), 0);
}
