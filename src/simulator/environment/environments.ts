import { type Environment, production } from './environment.ts';

/** The environments of one simulator, by name. */
export interface Environments {
  /** The environment at `/v1`; it always exists. */
  readonly production: Environment;
  get(name: string): Environment | undefined;
  /** Adds an environment, or replaces the one with the same name and ends its waits. */
  add(environment: Environment): void;
  /** Removes an environment and ends its waits. Returns false if there is none with this name, or for production. */
  remove(name: string): boolean;
  readonly count: number;
  /** Returns every environment, oldest first. */
  all(): readonly Environment[];
}

/** Creates the set of environments, with production first. */
export function createEnvironments(first: Environment, ...others: readonly Environment[]): Environments {
  const byName = new Map([first, ...others].map((environment) => [environment.name, environment]));
  return {
    get production() {
      return byName.get(production) ?? first;
    },
    get: (name) => byName.get(name),
    add: (environment) => {
      byName.get(environment.name)?.end();
      byName.set(environment.name, environment);
    },
    remove: (name) => {
      if (name !== production) byName.get(name)?.end();
      return name !== production && byName.delete(name);
    },
    get count() {
      return byName.size;
    },
    all: () => [...byName.values()],
  };
}
