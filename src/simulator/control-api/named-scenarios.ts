import type { InitialState } from '../environment/initial-state.ts';
import type { Catalog } from '../scenarios/catalog.ts';
import type { Scenario } from '../scenarios/read-scenario.ts';
import { resolveScenario } from '../scenarios/resolve-scenario.ts';

/** The scenarios that the control API can load. */
export type NamedScenarios = ReturnType<typeof createNamedScenarios>;

const maxShared = 200;

/**
 * Opens scenarios from a catalog. `first` is the scenario that the simulator was started with. It and the built-in ones are
 * resolved once per seed, and shared by all environments. Scenarios of the user's folder are read at every call.
 */
export function createNamedScenarios({ catalog, first }: { readonly catalog: Catalog; first: Scenario }) {
  let current = first;
  const shared = new Map<string, InitialState>();
  return {
    catalog,
    /** Replaces the scenario that the simulator was started with, because its file has changed. */
    replaceFirst: (scenario: Scenario): void => {
      current = scenario;
      shared.clear();
    },
    /** Resolves a scenario with a seed. Throws a UserError if the name is unknown or the file is invalid. */
    resolve: async (given: string | Scenario = current, seed: string): Promise<InitialState> => {
      const scenario = typeof given === 'string' ? await catalog.open(given) : given;
      const isFirst = scenario === current;
      if (!isFirst && scenario.source !== 'built-in')
        return resolveScenario(scenario, { seed: Number(seed) });
      const key = `${isFirst ? '' : scenario.name} ${seed}`;
      const initial = shared.get(key) ?? (await resolveScenario(scenario, { seed: Number(seed) }));
      const [oldest = ''] = shared.keys();
      if (shared.size >= maxShared) shared.delete(oldest);
      shared.set(key, initial);
      return initial;
    },
  };
}
