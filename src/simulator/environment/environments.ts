import { randomBytes } from 'node:crypto';
import type { Problem } from '../../user-error.ts';
import { type Environment, type EnvironmentSettings, production, staging } from './environment.ts';
import type { EnvironmentMap } from './environment-map.ts';
import type { ProfileName } from './gaps/gap.ts';
import type { GapChoiceTexts, InitialState } from './initial-state.ts';
import type { EnvironmentSummary } from './summary.ts';

/** A request for an environment. Defaults are the settings of the simulator. */
export type EnvironmentRequest = {
  /** Checked by `findNameProblem`. */
  readonly name: string;
  readonly initial: InitialState;
  readonly seed?: string | undefined;
  readonly profile?: ProfileName | undefined;
  readonly gaps?: GapChoiceTexts;
  /** Default: one random key; production and staging keep theirs. */
  readonly apiKeys?: readonly string[] | undefined;
  /** How long it exists, in milliseconds on the machine's clock. Default: until it is closed. */
  readonly ttlMs?: number | undefined;
};

export type OpenOutcome =
  | { readonly kind: 'created' | 'replaced'; readonly environment: Environment }
  | { readonly kind: 'too-many'; readonly most: number };

/** The environments of one simulator, by name. */
export type Environments = {
  /** The environment at `/v1`; it always exists. */
  readonly production: Environment;
  /** Those of this process: with a store, those that it owns. */
  readonly here: EnvironmentMap;
  /** Finds an environment. With a store, this process then owns it. */
  find(name: string): Environment | undefined | Promise<Environment | undefined>;
  /** Describes every environment, also those that other processes own. */
  summaries(): readonly EnvironmentSummary[] | Promise<readonly EnvironmentSummary[]>;
  /** Opens an environment, or replaces the one with the same name. */
  open(request: EnvironmentRequest): OpenOutcome | Promise<OpenOutcome>;
  /** Removes an environment. Production and staging are `permanent`. */
  close(name: string): CloseOutcome | Promise<CloseOutcome>;
};

export type CloseOutcome = 'closed' | 'permanent' | 'unknown';

/** The maximum number of environments, production and staging included. */
export const maxEnvironments = 10_000;

/** Returns the settings of a requested environment. `first`: those of production and others at the start. */
export function settingsOf(
  { name, seed, profile, gaps, apiKeys, ttlMs }: EnvironmentRequest,
  first: readonly [EnvironmentSettings, ...EnvironmentSettings[]],
): EnvironmentSettings {
  const [started] = first;
  const keys = apiKeys ?? first.find((one) => one.name === name)?.apiKeys;
  return {
    ...started,
    name,
    apiKeys: keys ?? [randomBytes(16).toString('hex')],
    seed: seed ?? started.seed,
    profile: profile ?? started.profile,
    gaps: { ...started.gaps, ...gaps },
    endsAt: ttlMs === undefined || isPermanent(name) ? undefined : started.machine.now() + ttlMs,
  };
}

export function isPermanent(name: string): boolean {
  return name === production || name === staging;
}

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;
const reservedNames: readonly string[] = ['v1', 'quickstart'];

/** Returns the problem with the name of an environment, or undefined. The name is part of paths: `/{name}/v1`. */
export function findNameProblem(name: string): Problem | undefined {
  if (reservedNames.includes(name))
    return {
      what: `the name ${JSON.stringify(name)} is reserved for a path of the service`,
      hint: 'choose another name',
    };
  if (namePattern.test(name)) return undefined;
  return {
    what: `${JSON.stringify(name)} is not a name of an environment`,
    expected: 'up to 63 lower-case letters, digits and hyphens, not starting with a hyphen',
  };
}
