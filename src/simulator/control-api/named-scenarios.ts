import { stat } from 'node:fs/promises';
import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import type { Scenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';
import { receiveScenario } from '../scenarios/sent-scenario.ts';
import type { UnknownStatus } from '../scenarios/unknown-status.ts';
import type { JobWorker } from './worker/job-worker.ts';

/** The scenarios that the control API can load. */
export type NamedScenarios = {
  readonly catalog: Catalog;
  /**
   * Resolves a scenario with a seed: a named one, a given one, or by default the one that the simulator was started with.
   * Throws a UserError if the name is unknown, the file is invalid, or the status of an order is unknown.
   *
   * @param unknownStatus the status of such orders. Default: that of the simulator, if any
   * @param signal ends the work when it aborts: its client has left
   */
  resolve(
    scenario: string | Scenario | undefined,
    seed: string,
    unknownStatus?: UnknownStatus,
    signal?: AbortSignal,
  ): Promise<InitialState>;
  /** Replaces the scenario that the simulator was started with, because its file has changed. */
  replaceFirst(scenario: Scenario): void;
};

/** Options of `createNamedScenarios`. */
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
export function createNamedScenarios(options: NamedScenariosOptions): NamedScenarios {
  const { catalog, worker, folder, maxOrders } = options;
  let { first } = options;
  const cache = new Map<string, InitialState>();
  const remember = (key: string, initial: InitialState): InitialState => {
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    cache.set(key, initial);
    return initial;
  };
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
  const resolveFirst = async (seed: string, status: Status, signal?: AbortSignal): Promise<InitialState> => {
    // No name contains a space.
    const key = ` ${seed} ${status}`;
    return cache.get(key) ?? remember(key, await resolve(first, Number(seed), status, signal));
  };
  const resolveNamed = async (
    name: string,
    seed: string,
    status: Status,
    signal?: AbortSignal,
  ): Promise<InitialState> => {
    const key = `${name} ${seed} ${status}`;
    const cached = cache.get(key);
    const hidden = folder !== undefined && !(await isBuiltIn(catalog, name));
    if (cached !== undefined && !hidden) return cached;
    const scenario = await open(name, Number(seed), signal);
    const initial = await resolve(scenario, Number(seed), status, signal);
    return scenario.source === 'built-in' ? remember(key, initial) : initial;
  };
  return {
    catalog,
    replaceFirst: (scenario) => {
      first = scenario;
      for (const key of [...cache.keys()].filter((one) => one.startsWith(' '))) cache.delete(key);
    },
    resolve: (scenario, seed, status = options.unknownStatus, signal) => {
      if (scenario === undefined) return resolveFirst(seed, status, signal);
      if (typeof scenario === 'string') return resolveNamed(scenario, seed, status, signal);
      return resolve(scenario, Number(seed), status, signal);
    },
  };
}

async function isBuiltIn(catalog: Catalog, name: string): Promise<boolean> {
  return (await catalog.entries()).some((entry) => entry.name === name && entry.source === 'built-in');
}

/** Built-in scenarios are small, and read while the package is built. */
async function isLarge(catalog: Catalog, name: string): Promise<boolean> {
  const entry = (await catalog.entries()).find((one) => one.name === name && one.source === 'folder');
  // A file that cannot be read is reported by `open`.
  const file = entry && (await stat(entry.path).catch(() => undefined));
  return file !== undefined && file.size > maxBytesHere;
}

function generatedBy({ content: { generate = [] } }: Scenario): number {
  return generate.reduce((sum, { count }) => sum + Number(count), 0);
}
