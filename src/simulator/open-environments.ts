import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { UserError } from '../user-error.ts';
import {
  createEnvironment,
  type Environment,
  type EnvironmentSettings,
  production,
  staging,
} from './environment/environment.ts';
import { createEnvironments, type Environments, type LocalEnvironments } from './environment/environments.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import { createKeyring } from './environment/keyring.ts';
import type { LogStore } from './environment/log/log-store.ts';
import type { StoredEnvironmentsOptions } from './environment/log/stored-environments-options.ts';
import type { ProfileName } from './environment/profile-name.ts';
import {
  createTemporaryEnvironments,
  type EnvironmentRequest,
  type TemporaryEnvironments,
} from './environment/temporary-environments.ts';

export type FirstEnvironment = {
  readonly initial: InitialState;
  readonly apiKeys: readonly string[];
};

export type EnvironmentParts = {
  readonly production: FirstEnvironment;
  readonly staging: FirstEnvironment;
  /** The environments to create besides them. Default: none. */
  readonly others?: readonly EnvironmentRequest[];
  readonly seed: string;
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  readonly machine: Clock;
  readonly journalSize?: number | undefined;
  /** The store that has the environments of several processes. Default: none. */
  readonly store?: LogStore | undefined;
  /** What is hidden with the keys in everything that is shown. Default: nothing. */
  readonly secrets?: readonly string[];
};

/** The environments of a simulator, and those of them that come and go. */
export type OpenEnvironments = {
  readonly environments: Environments;
  readonly temporaryEnvironments: TemporaryEnvironments;
  /** Hides the keys of all environments, and the secrets of the simulator. */
  readonly secrets: () => Secrets;
};

type SharedParts = Pick<EnvironmentSettings, 'run' | 'coverage' | 'onStateEnd'>;

/**
 * Opens the environments of a simulator. `stopping` ends every time to live. Throws a UserError if there are too many.
 *
 * @param onEnded called with each exchange that ended in another process with the same store
 */
export async function openEnvironments(
  parts: EnvironmentParts,
  { stopping, ...shared }: SharedParts & { readonly stopping: AbortSignal },
  onEnded: StoredEnvironmentsOptions['onEnded'],
): Promise<OpenEnvironments> {
  const { machine, others = [], store } = parts;
  if (store !== undefined) return openStored(store, parts, { stopping, onEnded, ...shared });
  const secrets = createKeyring(() => environments.all().map(({ state }) => state.keys), parts.secrets);
  const environments = firstEnvironments(parts, shared, secrets);
  const temporaryEnvironments = createTemporaryEnvironments({ environments, machine, stopping });
  for (const request of others) {
    const outcome = temporaryEnvironments.open({ ...request, chooser: 'setting' });
    if (outcome.kind === 'too-many') throw tooMany(outcome.most);
  }
  return { environments, temporaryEnvironments, secrets };
}

async function openStored(
  store: LogStore,
  parts: EnvironmentParts,
  { stopping, onEnded, ...shared }: SharedParts & Pick<StoredEnvironmentsOptions, 'stopping' | 'onEnded'>,
): Promise<OpenEnvironments> {
  const { StoredEnvironments } = await import('./environment/log/stored-environments.ts');
  const secrets = createKeyring(() => environments.all().map(({ state }) => state.keys), parts.secrets);
  const keyOwner = (text: string): string | undefined =>
    environments.all().find(({ state }) => state.keys.accepts(text))?.name;
  const settings = (name: typeof production | typeof staging) =>
    firstSettings(name, parts, { ...shared, keyOwner, allSecrets: secrets });
  const environments = new StoredEnvironments({
    store,
    machine: parts.machine,
    stopping,
    onEnded,
    first: [
      { settings: settings(production), initial: parts.production.initial },
      { settings: settings(staging), initial: parts.staging.initial },
    ],
  });
  await environments.begin(parts.others ?? []);
  return { environments, temporaryEnvironments: environments, secrets };
}

function tooMany(most: number): UserError {
  return new UserError({
    where: '`environments`',
    what: `has more than ${most} environments`,
    hint: 'remove some',
  });
}

function firstEnvironments(
  parts: EnvironmentParts,
  shared: SharedParts,
  allSecrets: () => Secrets,
): LocalEnvironments {
  const keyOwner = (text: string): string | undefined =>
    environments.all().find(({ state }) => state.keys.accepts(text))?.name;
  const create = (name: typeof production | typeof staging): Environment => {
    const settings = firstSettings(name, parts, { ...shared, keyOwner, allSecrets });
    return createEnvironment(settings, parts[name].initial);
  };
  const environments = createEnvironments(create(production), create(staging));
  return environments;
}

function firstSettings(
  name: typeof production | typeof staging,
  { seed, profile, gaps, machine, journalSize, ...parts }: EnvironmentParts,
  shared: SharedParts & Pick<EnvironmentSettings, 'keyOwner' | 'allSecrets'>,
): EnvironmentSettings {
  return { name, apiKeys: parts[name].apiKeys, seed, profile, gaps, machine, journalSize, ...shared };
}
