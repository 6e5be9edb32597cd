import { type Environment, production } from './environment.ts';

/** The environments of one simulator, by name. */
export interface Environments {
  /** The environment at `/v1`; it is always there. */
  readonly production: Environment;
  get(name: string): Environment | undefined;
  /** Adds an environment, or replaces the one with the same name, whose waits end. */
  add(environment: Environment): void;
  /** Takes an environment away and ends its waits; false where there is none, or where it is production. */
  remove(name: string): boolean;
  /** How many there are. */
  readonly count: number;
  /** Every environment, the oldest first. */
  all(): readonly Environment[];
}

/** Starts with production and whatever else is given. */
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
