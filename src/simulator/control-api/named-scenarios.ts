import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** The scenarios that have a name, as the control API asks for them. */
export type NamedScenarios = {
  readonly catalog: Catalog;
  /** What an environment starts with when a request names no scenario: that with which the simulator was started. */
  startedWith(seed: string): Promise<InitialState>;
  /** A scenario resolved for a seed. Throws a UserError for an unknown name or a bad file. */
  byName(name: string, seed: string): Promise<InitialState>;
};

/** What names scenarios. */
export type NamedScenariosParts = {
  readonly catalog: Catalog;
  /** What the simulator was started with. */
  readonly first: Scenario;
  /** The user's folder, which may hide a built-in scenario at any time; undefined where there is none. */
  readonly folder: string | undefined;
};

const mostKept = 200;

/**
 * Opens scenarios from a catalog. The built-in ones cannot change while the simulator runs: each is resolved once for a
 * seed and shared by all environments. Those of the user's folder are read at every call.
 */
export function createNamedScenarios({ catalog, first, folder }: NamedScenariosParts): NamedScenarios {
  const kept = new Map<string, InitialState>();
  const keep = (key: string, initial: InitialState): InitialState => {
    const [oldest] = kept.keys();
    if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
    kept.set(key, initial);
    return initial;
  };
  const resolve = (scenario: Scenario, seed: string): Promise<InitialState> =>
    resolveScenario(scenario, { seed: Number(seed) });
  const byName = async (name: string, seed: string): Promise<InitialState> => {
    const key = `${name} ${seed}`;
    const before = kept.get(key);
    const hidden = folder !== undefined && !(await isBuiltIn(catalog, name));
    if (before !== undefined && !hidden) return before;
    const scenario = await catalog.open(name);
    const initial = await resolve(scenario, seed);
    return scenario.source === 'built-in' ? keep(key, initial) : initial;
  };
  // No name has a space in it.
  const startedWith = async (seed: string): Promise<InitialState> =>
    kept.get(` ${seed}`) ?? keep(` ${seed}`, await resolve(first, seed));
  return { catalog, startedWith, byName };
}

async function isBuiltIn(catalog: Catalog, name: string): Promise<boolean> {
  return (await catalog.entries()).some((entry) => entry.name === name && entry.source === 'built-in');
}
