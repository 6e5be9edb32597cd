import { createEnvironment, Environment, type EnvironmentSettings, production } from '../environment.ts';
import { EnvironmentMap } from '../environment-map.ts';
import {
  type EnvironmentRequest,
  type Environments,
  isPermanent,
  maxEnvironments,
  settingsOf,
} from '../environments.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { EnvironmentSummary } from '../summary.ts';
import { createConfirm } from './confirmation.ts';
import type { EnvironmentStore, Ownership } from './environment-store.ts';
import { readRecord, recordOf, unpack } from './saved-state.ts';

type Process = {
  readonly store: EnvironmentStore;
  /** The settings of production and of others at the start. */
  readonly first: readonly [EnvironmentSettings, ...EnvironmentSettings[]];
  /** Returns why this process has no room for another one. */
  readonly full: () => string | undefined;
  /** The environments that it owns. */
  readonly here: EnvironmentMap;
  /** The claims that it has sent, by name. */
  readonly claims: Map<string, Promise<Environment | undefined>>;
};

/**
 * Creates the environments of several processes with one store, and those of the start that the store does not have. Each has
 * one owner: a request for an environment that this process does not own claims it, so a balancer must send all requests of an
 * environment to the same process.
 *
 * @param stopping ends every wait for a time to live
 */
export async function createOwnedEnvironments(
  options: Omit<Process, 'here' | 'claims'>,
  [begun, ...others]: readonly [EnvironmentRequest, ...EnvironmentRequest[]],
  stopping: AbortSignal,
): Promise<Environments> {
  const { store, first } = options;
  const [{ machine }] = first;
  const here = new EnvironmentMap(machine, stopping);
  const process = { ...options, here, claims: new Map() };
  /** Serves requests for no environment. No other process sees it. */
  const nowhere = createEnvironment(first[0], begun.initial);
  for (const request of [begun, ...others]) await create(process, 'add', request);
  return {
    here,
    get production() {
      return here.get(production) ?? nowhere;
    },
    find: (name) => here.get(name) ?? claimOnce(process, name),
    summaries: async () => {
      const all = (await store.summaries()).map((text) => unpack(text) as EnvironmentSummary);
      return all
        .filter(({ expiresAt = Number.POSITIVE_INFINITY }) => expiresAt > machine.now())
        .toSorted((one, other) => one.name.localeCompare(other.name));
    },
    open: async (request) => {
      const { kind, environment } = await create(process, 'replace', request);
      if (kind === 'too-many') return { kind, most: maxEnvironments };
      return { kind: kind === 'exists' ? 'replaced' : kind, environment };
    },
    close: async (name) => {
      if (isPermanent(name)) return 'permanent';
      const removed = await store.remove(name);
      here.remove(here.get(name));
      return removed ? 'closed' : 'unknown';
    },
  };
}

async function create(process: Process, mode: 'add' | 'replace', request: EnvironmentRequest) {
  const { store, first } = process;
  const environment = createEnvironment(settingsOf(request, first), request.initial);
  const { endsAt } = environment.settings;
  const { kind, token } = await store.create(request.name, mode, recordOf(environment, true), endsAt);
  if (kind === 'created' || kind === 'replaced') own(process, environment, { token, sequence: 1 });
  return { kind, environment };
}

/**
 * One claim at a time for each name: a second one would take the environment from the first. If a claim that was sent before
 * the request arrived finds nothing, the environment may have been created since.
 */
async function claimOnce(process: Process, name: string): Promise<Environment | undefined> {
  const { claims, here } = process;
  const found = (await claims.get(name)) ?? here.get(name);
  if (found !== undefined) return found;
  const sent = claims.get(name) ?? claim(process, name).finally(() => claims.delete(name));
  claims.set(name, sent);
  return sent;
}

async function claim(process: Process, name: string): Promise<Environment | undefined> {
  const { store, first, full } = process;
  const why = isPermanent(name) ? undefined : full();
  if (why !== undefined) throw new StoreUnavailable(`There is no room for another environment: ${why}.`);
  const claimed = await store.claim(name, first[0].machine.now());
  if (claimed !== undefined) {
    const { settings, state } = readRecord(claimed, { ...first[0], name });
    return own(process, new Environment(settings, state), claimed);
  }
  if (!isPermanent(name)) return undefined;
  throw new StoreUnavailable(`The store lost ${name}; PUT /environments/${name} creates it again.`);
}

function own({ store, here }: Process, environment: Environment, ownership: Ownership): Environment {
  // Those that others own now are not removed otherwise.
  if (here.all().length >= maxEnvironments) here.remove(here.all()[0]);
  environment.confirm = createConfirm(store, environment, ownership, () => here.remove(environment));
  // If the store does not respond, the next claim removes it.
  const atEnd = () => void store.remove(environment.name, ownership.token).catch(() => false);
  here.add(environment, atEnd);
  return environment;
}
