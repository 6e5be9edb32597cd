import { randomBytes } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import type { Problem } from '../../user-error.ts';
import {
  createEnvironment,
  type Environment,
  type EnvironmentSettings,
  production,
  staging,
} from './environment.ts';
import type { LocalEnvironments } from './environments.ts';
import { type Chooser, choosersOf } from './gaps/choice-origins.ts';
import type { GapChoiceTexts, InitialState } from './initial-state.ts';
import type { ProfileName } from './profile-name.ts';

/** A request for a temporary environment. Defaults are the settings of the simulator. */
export type EnvironmentRequest = {
  /** Checked by `findNameProblem`. */
  readonly name: string;
  readonly initial: InitialState;
  readonly seed: string | undefined;
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  /** Default: one random key; production and staging keep theirs. */
  readonly apiKeys: readonly string[] | undefined;
  /** How long it exists, in milliseconds on the machine's clock. Default: until it is closed. */
  readonly ttlMs: number | undefined;
  /** Who chose `profile` and `gaps`. Default: a client of the control API. */
  readonly chooser?: Chooser;
};

/** The outcome of opening an environment. */
export type OpenOutcome =
  | {
      readonly kind: 'created' | 'replaced';
      readonly environment: Environment;
      readonly apiKeys: readonly string[];
    }
  | { readonly kind: 'too-many'; readonly most: number };

/** The environments that tests open and close over the control API. */
export interface TemporaryEnvironments {
  /** Opens an environment, or replaces the one with the same name. */
  open(request: EnvironmentRequest): OpenOutcome | Promise<OpenOutcome>;
  /** Removes an environment. Production and staging are `permanent`. */
  close(name: string): CloseOutcome | Promise<CloseOutcome>;
  /** Returns when an environment with a time to live ends, in milliseconds since 1970 on the machine's clock. */
  expiresAt(name: string): number | undefined;
}

/** The outcome of removing an environment. */
export type CloseOutcome = 'closed' | 'permanent' | 'unknown';

/** The maximum number of environments, production and staging included. */
export const maxEnvironments = 10_000;

/** What temporary environments are made from. `stopping` ends every wait for a time to live. */
export type TemporaryEnvironmentsOptions = {
  readonly environments: LocalEnvironments;
  readonly machine: Clock;
  readonly stopping: AbortSignal;
  readonly most?: number;
};

/** Temporary environments that only this process has: it waits for nothing. */
type LocalTemporary = Pick<TemporaryEnvironments, 'expiresAt'> & {
  open(request: EnvironmentRequest): OpenOutcome;
  close(name: string): CloseOutcome;
};

/** Creates the temporary environments of a simulator, none at first. */
export function createTemporaryEnvironments(parts: TemporaryEnvironmentsOptions): LocalTemporary {
  const { environments, machine, most = maxEnvironments } = parts;
  const started = environments.production.settings;
  const keysAtStart = new Map(environments.all().map(({ name, settings }) => [name, settings.apiKeys]));
  const lives = new Map<string, { readonly expiresAt: number; readonly ended: AbortController }>();

  const endLife = (name: string): void => {
    lives.get(name)?.ended.abort();
    lives.delete(name);
  };
  const close = (name: string): CloseOutcome => {
    if (isPermanent(name)) return 'permanent';
    endLife(name);
    return environments.remove(name) ? 'closed' : 'unknown';
  };
  const beginLife = (name: string, ttlMs: number): void => {
    const ended = new AbortController();
    lives.set(name, { expiresAt: machine.now() + ttlMs, ended });
    void machine.sleep(ttlMs, ended.signal).then(() => {
      if (!ended.signal.aborted) close(name);
    });
  };
  parts.stopping.addEventListener('abort', () => {
    for (const { ended } of lives.values()) ended.abort();
  });

  return {
    open: (request) => {
      const { name, initial, ttlMs } = request;
      const known = environments.get(name) !== undefined;
      if (!known && environments.count >= most) return { kind: 'too-many', most };
      const settings = settingsOf(request, started, keysAtStart.get(name));
      const environment = createEnvironment(settings, initial);
      endLife(name);
      environments.add(environment);
      if (ttlMs !== undefined && !isPermanent(name)) beginLife(name, ttlMs);
      return { kind: known ? 'replaced' : 'created', environment, apiKeys: settings.apiKeys };
    },
    close,
    expiresAt: (name) => lives.get(name)?.expiresAt,
  };
}

/**
 * Returns the settings of a requested environment.
 *
 * @param started the settings of the simulator
 * @param keys the keys of production or staging at the start
 */
export function settingsOf(
  { name, seed, profile, gaps, apiKeys, chooser = 'control-api' }: EnvironmentRequest,
  started: EnvironmentSettings,
  keys: readonly string[] | undefined,
): EnvironmentSettings {
  return {
    ...started,
    name,
    apiKeys: apiKeys ?? keys ?? [randomBytes(16).toString('hex')],
    seed: seed ?? started.seed,
    profile: profile ?? started.profile,
    gaps: { ...started.gaps, ...gaps },
    choosers: { profile: profile === undefined ? 'setting' : chooser, gaps: choosersOf(gaps, chooser) },
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
