import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import type { Scenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';

/** The scenarios that the control API can load. */
export type NamedScenarios = ReturnType<typeof createNamedScenarios>;

export type NamedScenariosOptions = {
  readonly catalog: Catalog;
  /** The scenario that the simulator was started with. */
  readonly first: Scenario;
};

const cacheSize = 200;

/**
 * Opens scenarios from a catalog. Built-in scenarios cannot change while the simulator runs: each is resolved once per
 * seed and shared by all environments. Scenarios of the user's folder, which may hide a built-in one at any time, are read
 * at every call.
 */
export function createNamedScenarios(options: NamedScenariosOptions) {
  const { catalog } = options;
  let { first } = options;
  const cache = new Map<string, InitialState>();
  const resolve = (scenario: Scenario, seed: string): Promise<InitialState> =>
    resolveScenario(scenario, { seed: Number(seed) });
  const resolveNamed = async (name: string, seed: string): Promise<InitialState> => {
    const entry = (await catalog.entries()).find((one) => one.name === name);
    const key = `${name} ${seed}`;
    const cached = entry?.source === 'built-in' ? cache.get(key) : undefined;
    if (cached !== undefined) return cached;
    const initial = await resolve(await catalog.open(name), seed);
    return entry?.source === 'built-in' ? remember(cache, key, initial) : initial;
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
     * Throws a UserError if the name is unknown or the file is invalid.
     */
    resolve: async (scenario: string | Scenario | undefined, seed: string): Promise<InitialState> => {
      // No name contains a space.
      const key = ` ${seed}`;
      if (scenario === undefined) return cache.get(key) ?? remember(cache, key, await resolve(first, seed));
      return typeof scenario === 'string' ? resolveNamed(scenario, seed) : resolve(scenario, seed);
    },
  };
}

function remember(cache: Map<string, InitialState>, key: string, initial: InitialState): InitialState {
  const [oldest] = cache.keys();
  if (cache.size >= cacheSize && oldest !== undefined) cache.delete(oldest);
  cache.set(key, initial);
  return initial;
}
