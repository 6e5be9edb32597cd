import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import type { Scenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';

/** The scenarios that the control API can load. */
export type NamedScenarios = {
  readonly catalog: Catalog;
  /**
   * Resolves a scenario with a seed: a named one, a given one, or by default the one that the simulator was started with.
   * Throws a UserError if the name is unknown or the file is invalid.
   */
  resolve(scenario: string | Scenario | undefined, seed: string): Promise<InitialState>;
  /** Replaces the scenario that the simulator was started with, because its file has changed. */
  replaceFirst(scenario: Scenario): void;
};

/** Options of `createNamedScenarios`. */
export type NamedScenariosOptions = {
  readonly catalog: Catalog;
  /** The scenario that the simulator was started with. */
  readonly first: Scenario;
  /** The user's folder. A file in it may hide a built-in scenario at any time. */
  readonly folder: string | undefined;
};

const cacheSize = 200;

/**
 * Opens scenarios from a catalog. Built-in scenarios cannot change while the simulator runs: each is resolved once per
 * seed and shared by all environments. Scenarios of the user's folder are read at every call.
 */
export function createNamedScenarios({ catalog, folder, ...start }: NamedScenariosOptions): NamedScenarios {
  let { first } = start;
  const cache = new Map<string, InitialState>();
  const remember = (key: string, initial: InitialState): InitialState => {
    const [oldest] = cache.keys();
    if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
    cache.set(key, initial);
    return initial;
  };
  const resolveFirst = async (seed: string): Promise<InitialState> => {
    // No name contains a space.
    const key = ` ${seed}`;
    return cache.get(key) ?? remember(key, await resolveScenario(first, { seed: Number(seed) }));
  };
  const resolveNamed = async (name: string, seed: string): Promise<InitialState> => {
    const key = `${name} ${seed}`;
    const cached = cache.get(key);
    const hidden = folder !== undefined && !(await isBuiltIn(catalog, name));
    if (cached !== undefined && !hidden) return cached;
    const scenario = await catalog.open(name);
    const initial = await resolveScenario(scenario, { seed: Number(seed) });
    return scenario.source === 'built-in' ? remember(key, initial) : initial;
  };
  return {
    catalog,
    replaceFirst: (scenario) => {
      first = scenario;
      for (const key of [...cache.keys()].filter((one) => one.startsWith(' '))) cache.delete(key);
    },
    resolve: (scenario, seed) => {
      if (scenario === undefined) return resolveFirst(seed);
      if (typeof scenario === 'string') return resolveNamed(scenario, seed);
      return resolveScenario(scenario, { seed: Number(seed) });
    },
  };
}

async function isBuiltIn(catalog: Catalog, name: string): Promise<boolean> {
  return (await catalog.entries()).some((entry) => entry.name === name && entry.source === 'built-in');
}
