import { type Environment, production } from './environment.ts';

/** The environments of one simulator, by name. */
export interface Environments {
  /** The environment at `/v1`; it always exists. */
  readonly production: Environment;
  get(name: string): Environment | undefined;
  /** Finds an environment, as the latest request of this process left it. */
  find(name: string): Environment | undefined | Promise<Environment | undefined>;
  /**
   * Runs a step in the environment of this name (see `Environment.step`), or in production if there is none: then `isFound` is
   * false.
   */
  step<T>(name: string, run: (environment: Environment, isFound: boolean) => T): T | Promise<T>;
  /** Returns every environment, oldest first; with a shared store, those that this process has served. */
  all(): readonly Environment[];
  /** Returns every environment, also those that only other processes have served. */
  listed(): readonly Environment[] | Promise<readonly Environment[]>;
}

/** Environments that only this process has. */
export interface LocalEnvironments extends Environments {
  /** Adds an environment, or replaces the one with the same name and ends its waits. */
  add(environment: Environment): void;
  /** Removes an environment and ends its waits. Returns false if there is none with this name, or for production. */
  remove(name: string): boolean;
  readonly count: number;
}

/** Creates the set of environments, with production first. */
export function createEnvironments(first: Environment, ...others: readonly Environment[]): LocalEnvironments {
  const byName = new Map([first, ...others].map((environment) => [environment.name, environment]));
  const all = (): readonly Environment[] => [...byName.values()];
  const ofProduction = (): Environment => byName.get(production) ?? first;
  return {
    get production() {
      return ofProduction();
    },
    get: (name) => byName.get(name),
    find: (name) => byName.get(name),
    step: (name, run) => {
      const found = byName.get(name);
      return run(found ?? ofProduction(), found !== undefined);
    },
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
    all,
    listed: all,
  };
}
