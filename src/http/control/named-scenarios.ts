import type { Catalog } from '../../scenarios/catalog.ts';
import { resolveScenario } from '../../scenarios/resolve-scenario.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { InitialState } from '../../simulation/initial-state.ts';

/** The scenarios that have a name, as the control API asks for them. */
export type NamedScenarios = {
  readonly catalog: Catalog;
  /** What an environment starts with when a request names no scenario. */
  readonly defaultName: string;
  /** Opens a scenario. Throws a UserError for an unknown name or a bad file. */
  open(name: string): Promise<Scenario>;
  /** A scenario resolved for a seed. Throws as `open` does. */
  byName(name: string, seed: string): Promise<InitialState>;
};

const mostKept = 200;

/**
 * Opens scenarios from a catalog. The built-in ones cannot change while the simulator runs: each is resolved once for a
 * seed and shared by all environments. Those of the user's folder are read at every call.
 */
export function createNamedScenarios(catalog: Catalog, defaultName: string): NamedScenarios {
  const kept = new Map<string, InitialState>();
  const byName = async (name: string, seed: string): Promise<InitialState> => {
    const key = `${seed} ${name}`;
    const before = kept.get(key);
    if (before !== undefined && (await isBuiltIn(catalog, name))) return before;
    const scenario = await catalog.open(name);
    const initial = await resolveScenario(scenario, { seed: Number(seed) });
    if (scenario.source === 'built-in') {
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(key, initial);
    }
    return initial;
  };
  return { catalog, defaultName, open: (name) => catalog.open(name), byName };
}

async function isBuiltIn(catalog: Catalog, name: string): Promise<boolean> {
  return (await catalog.entries()).some((entry) => entry.name === name && entry.source === 'built-in');
}
