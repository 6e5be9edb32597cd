import type { Clock } from '../clock.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { UserError } from '../user-error.ts';
import type { CompleteOptions } from './complete-options.ts';
import {
  createEnvironment,
  type EnvironmentSettings,
  production,
  staging,
} from './environment/environment.ts';
import type { EnvironmentRequest, Environments } from './environment/environments.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import { createKeyring } from './environment/keyring.ts';
import { LocalEnvironments } from './environment/local-environments.ts';
import { createOrderRoom, type OrderRoom } from './environment/order-room.ts';
import type { ProfileName } from './environment/profile-name.ts';
import type { EnvironmentStore } from './environment/store/environment-store.ts';

export type EnvironmentParts = Pick<CompleteOptions, 'apiKey' | 'stagingApiKey' | 'seed' | 'journalSize'> & {
  readonly production: InitialState;
  readonly staging: InitialState;
  /** The environments to create besides them. */
  readonly others: readonly EnvironmentRequest[];
  readonly profile: ProfileName | undefined;
  readonly gaps: GapChoiceTexts;
  readonly machine: Clock;
  /** The store that has the environments of several processes. Default: none. */
  readonly store: EnvironmentStore | undefined;
  /** KiB of all environments with their orders. Default: as many as the heap has room for. */
  readonly mostKib?: number | undefined;
};

/**
 * Opens the environments of a simulator, and what hides their keys and its token. `stopping` ends every time to live. Throws a
 * UserError if there are too many.
 */
export async function openEnvironments(
  parts: EnvironmentParts & Pick<CompleteOptions, 'controlToken'>,
  run: EnvironmentSettings['run'],
  stopping: AbortSignal,
): Promise<{
  readonly environments: Environments;
  readonly secrets: () => Secrets;
  readonly room: OrderRoom;
}> {
  const { profile, gaps, machine, journalSize, others, store, mostKib } = parts;
  let environments: Environments | undefined;
  const all = () => environments?.all() ?? [];
  const room = createOrderRoom(all, mostKib);
  const secrets = createKeyring(() => all().map(({ state }) => state.keys), [parts.controlToken]);
  const keyOwner = (text: string) => all().find(({ state }) => state.keys.accepts(text))?.name;
  const start = { profile, gaps, machine, journalSize, keyOwner, allSecrets: secrets, run };
  const seed = `${parts.seed}`;
  const first = [
    { settings: { name: production, apiKeys: parts.apiKey, seed, ...start }, initial: parts.production },
    { settings: { name: staging, apiKeys: parts.stagingApiKey, seed, ...start }, initial: parts.staging },
  ] as const;
  if (store !== undefined) {
    const { OwnedEnvironments } = await import('./environment/store/owned-environments.ts');
    const owned = new OwnedEnvironments({ store, machine, stopping, full: room.refusal, first });
    environments = owned;
    await owned.begin(others).catch((error: unknown) => {
      store.close();
      throw error;
    });
    return { environments, secrets, room };
  }
  const create = ({ settings, initial }: (typeof first)[number]) => createEnvironment(settings, initial);
  const local = new LocalEnvironments([create(first[0]), create(first[1])], stopping);
  environments = local;
  for (const request of others) {
    const outcome = local.open(request);
    if (outcome.kind === 'too-many') throw tooMany(outcome.most);
  }
  return { environments, secrets, room };
}

function tooMany(most: number): UserError {
  return new UserError({
    where: '--environments',
    what: `has more than ${most} environments`,
    hint: 'remove some',
  });
}
