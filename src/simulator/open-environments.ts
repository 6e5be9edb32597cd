import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { UserError } from '../user-error.ts';
import {
  createEnvironment,
  type EnvironmentSettings,
  production,
  staging,
} from './environment/environment.ts';
import { type Environments, LocalEnvironments } from './environment/environments.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import { createKeyring } from './environment/keyring.ts';
import { createOrderRoom, type OrderRoom } from './environment/order-room.ts';
import type { ProfileName } from './environment/profile-name.ts';
import type { EnvironmentStore } from './environment/store/environment-store.ts';
import type { EnvironmentRequest, TemporaryEnvironments } from './environment/temporary-environments.ts';

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
  readonly store?: EnvironmentStore | undefined;
  /** KiB of all environments with their orders. Default: as many as the heap has room for. */
  readonly mostKib?: number | undefined;
  /** What is hidden with the keys in everything that is shown. Default: nothing. */
  readonly secrets?: readonly string[];
};

type SharedParts = Pick<EnvironmentSettings, 'run' | 'coverage'>;

/**
 * Opens the environments of a simulator, those that come and go, and what hides their keys and its secrets. `stopping` ends every time to live. Throws a UserError if there are too many.
 */
export async function openEnvironments(
  parts: EnvironmentParts,
  { stopping, ...shared }: SharedParts & { readonly stopping: AbortSignal },
): Promise<{
  readonly environments: Environments;
  readonly temporaryEnvironments: TemporaryEnvironments;
  readonly secrets: () => Secrets;
  readonly room: OrderRoom;
}> {
  const { seed, profile, gaps, machine, journalSize, others = [], store, mostKib } = parts;
  let environments: Environments | undefined;
  const all = () => environments?.all() ?? [];
  const room = createOrderRoom(all, mostKib);
  const secrets = createKeyring(() => all().map(({ state }) => state.keys), parts.secrets);
  const keyOwner = (text: string) => all().find(({ state }) => state.keys.accepts(text))?.name;
  const start = { seed, profile, gaps, machine, journalSize, keyOwner, allSecrets: secrets, ...shared };
  const first = (name: typeof production | typeof staging) => {
    const { initial, apiKeys } = parts[name];
    return { settings: { name, apiKeys, ...start }, initial };
  };
  if (store !== undefined) {
    const { OwnedEnvironments } = await import('./environment/store/owned-environments.ts');
    const owned = new OwnedEnvironments({
      store,
      machine,
      stopping,
      full: room.refusal,
      first: [first(production), first(staging)],
    });
    environments = owned;
    await owned.begin(others).catch((error: unknown) => {
      store.client.close();
      throw error;
    });
    return { environments, temporaryEnvironments: owned, secrets, room };
  }
  const create = ({ settings, initial }: ReturnType<typeof first>) => createEnvironment(settings, initial);
  const local = new LocalEnvironments([create(first(production)), create(first(staging))], stopping);
  environments = local;
  for (const request of others) {
    const outcome = local.open(request);
    if (outcome.kind === 'too-many') throw tooMany(outcome.most);
  }
  return { environments, temporaryEnvironments: local, secrets, room };
}

function tooMany(most: number): UserError {
  return new UserError({
    where: '`environments`',
    what: `has more than ${most} environments`,
    hint: 'remove some',
  });
}
