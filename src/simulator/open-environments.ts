import type { Clock } from '../clock.ts';
import { createSecrets } from '../secrets/secrets.ts';
import type { CompleteOptions } from './complete-options.ts';
import {
  createEnvironment,
  type EnvironmentSettings,
  production,
  staging,
} from './environment/environment.ts';
import type { EnvironmentRequest, Environments } from './environment/environments.ts';
import type { ProfileName } from './environment/gaps/gap.ts';
import type { GapChoiceTexts, InitialState } from './environment/initial-state.ts';
import { createLocalEnvironments } from './environment/local-environments.ts';
import { createOrderRoom } from './environment/order-room.ts';
import type { EnvironmentStore } from './environment/store/environment-store.ts';

type Options = 'apiKey' | 'stagingApiKey' | 'seed' | 'journalSize' | 'controlToken';

export type EnvironmentParts = Pick<CompleteOptions, Options> & {
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
 * Opens the environments of a simulator. Returns also what hides the keys of all and the control token, and the room for orders.
 *
 * @param stopping ends every time to live
 */
export async function openEnvironments(
  parts: EnvironmentParts,
  run: EnvironmentSettings['run'],
  stopping: AbortSignal,
) {
  let environments: Environments | undefined;
  const all = () => environments?.here.all() ?? [];
  const room = createOrderRoom(all, parts.mostKib);
  const token = createSecrets([parts.controlToken]);
  const secrets = () => createSecrets([], token, ...all().map(({ state }) => state.keys.secrets));
  const keyOwner = (text: string) => all().find(({ state }) => state.keys.accepts(text))?.name;
  const { profile, gaps, machine, journalSize, others, store } = parts;
  const seed = `${parts.seed}`;
  const started = { seed, profile, gaps, machine, journalSize, keyOwner, allSecrets: secrets, run };
  const first = [
    { ...started, name: production, apiKeys: parts.apiKey },
    { ...started, name: staging, apiKeys: parts.stagingApiKey },
  ] as const;
  if (store === undefined) {
    const [one, other] = first;
    const begun = [
      createEnvironment(one, parts.production),
      createEnvironment(other, parts.staging),
    ] as const;
    environments = createLocalEnvironments(begun, stopping);
    for (const request of others) await environments.open(request);
    return { environments, secrets, room };
  }
  const { createOwnedEnvironments } = await import('./environment/store/owned-environments.ts');
  const options = { store, first, full: room.refusal };
  const begun = [
    { name: production, initial: parts.production },
    { name: staging, initial: parts.staging },
  ] as const;
  environments = await createOwnedEnvironments(options, [...begun, ...others], stopping).catch(
    (error: unknown) => {
      store.close();
      throw error;
    },
  );
  return { environments, secrets, room };
}
