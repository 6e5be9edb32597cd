import { randomBytes } from 'node:crypto';
import { UserError } from '../../../user-error.ts';
import { StoreFailure } from '../../orders/store-failure.ts';
import { type EnvironmentSettings, production, staging } from '../environment.ts';
import type { Environments } from '../environments.ts';
import type { InitialState } from '../initial-state.ts';
import {
  findNameProblem,
  maxEnvironments,
  type OpenOutcome,
  type TemporaryEnvironments,
} from '../temporary-environments.ts';
import { Registry } from './registry.ts';
import { type SharedContext, SharedEnvironment } from './shared-environment.ts';

/** An environment of the specification, as the process that starts knows it. */
export type FirstShared = { readonly settings: EnvironmentSettings; readonly initial: InitialState };

/** The environments of the shared store. */
export type SharedEnvironments = {
  readonly environments: Environments;
  readonly temporaryEnvironments: TemporaryEnvironments;
};

/**
 * Opens production and staging: as the shared store has them, or else in the state of their scenario. Throws a UserError if a
 * scenario needs what cannot be shared.
 */
export async function openSharedEnvironments(
  first: readonly [FirstShared, FirstShared],
  options: Pick<SharedContext, 'link' | 'machine' | 'journalSize'>,
): Promise<SharedEnvironments> {
  const known = new Map<string, SharedEnvironment>();
  const keyOwner = (text: string): string | undefined =>
    [...known.values()].find((one) => one.known && one.state.keys.accepts(text))?.name;
  const context: SharedContext = {
    ...options,
    keyOwner,
    registry: new Registry(options.link, options.machine, maxEnvironments),
  };
  for (const { settings, initial } of first) {
    const environment = new SharedEnvironment(settings, context, initial);
    known.set(settings.name, environment);
    await startOne(environment, initial);
  }
  const settings = first[0].settings;
  const create = (name: string): SharedEnvironment =>
    new SharedEnvironment({ ...settings, name, apiKeys: [] }, context);
  const find = async (name: string): Promise<SharedEnvironment | undefined> => {
    const environment = known.get(name) ?? (findNameProblem(name) === undefined ? create(name) : undefined);
    if (environment === undefined || isPermanent(name)) return environment;
    if (!environment.known && (await environment.open()) === undefined) return void known.delete(name);
    known.set(name, environment);
    return environment;
  };
  return {
    environments: listOf(known, find, context),
    temporaryEnvironments: temporary(known, find, context, first),
  };
}

async function startOne(environment: SharedEnvironment, initial: InitialState): Promise<void> {
  try {
    const outcome = await environment.start(initial, 'create');
    if (outcome === 'exists') await environment.open();
  } catch (error) {
    if (!(error instanceof StoreFailure)) throw error;
    if (error.kind === 'not-shared')
      throw new UserError({
        where: `the scenario of ${environment.name}`,
        what: `cannot be shared: ${error.message}`,
      });
    // The service responds with 503 until the environment is reset.
    if (error.kind === 'unavailable') throw error;
  }
}

type Find = (name: string) => Promise<SharedEnvironment | undefined>;

function listOf(
  known: Map<string, SharedEnvironment>,
  find: Find,
  { registry }: SharedContext,
): Environments {
  const first = known.get(production);
  if (first === undefined) throw new Error('there is no production');
  return {
    production: first,
    get: (name) => known.get(name),
    find: (name) => known.get(name) ?? find(name),
    add: () => {
      throw new Error('temporary environments add environments to a shared store');
    },
    remove: (name) => name !== production && known.delete(name),
    get count() {
      return known.size;
    },
    all: () => [...known.values()].filter((one) => one.known),
    findAll: async () => {
      const names = await registry.names();
      const found = await Promise.all(names.map((name) => find(name)));
      return found.filter((one) => one !== undefined);
    },
  };
}

function temporary(
  known: Map<string, SharedEnvironment>,
  find: Find,
  context: SharedContext,
  first: readonly FirstShared[],
): TemporaryEnvironments {
  const started = first[0]?.settings;
  const keysAtStart = new Map(first.map(({ settings }) => [settings.name, settings.apiKeys]));
  return {
    open: async (request): Promise<OpenOutcome> => {
      const { name, initial, seed, profile, gaps, apiKeys: given, ttlMs, ifMissing } = request;
      if (started === undefined) throw new Error('there is no production');
      const apiKeys = given ?? keysAtStart.get(name) ?? [randomBytes(16).toString('hex')];
      const settings = {
        ...started,
        name,
        apiKeys,
        seed: seed ?? started.seed,
        profile: profile ?? started.profile,
        gaps: { ...started.gaps, ...gaps },
      };
      const environment = new SharedEnvironment(settings, context, initial);
      const expiresAt = ttlMs === undefined || isPermanent(name) ? undefined : context.machine.now() + ttlMs;
      const outcome = await environment.start(initial, ifMissing === true ? 'create' : 'any', expiresAt);
      if (outcome === 'too-many') return { kind: 'too-many', most: maxEnvironments };
      if (isPermanent(name)) await known.get(name)?.open();
      else {
        known.get(name)?.end();
        known.set(name, environment);
      }
      const current = known.get(name) ?? environment;
      return { kind: outcome === 'created' ? 'created' : 'replaced', environment: current, apiKeys };
    },
    close: async (name) => {
      if (isPermanent(name)) return 'permanent';
      const environment = await find(name);
      known.delete(name);
      return (await environment?.remove()) === true ? 'closed' : 'unknown';
    },
    expiresAt: (name) => known.get(name)?.expiresAt,
  };
}

function isPermanent(name: string): boolean {
  return name === production || name === staging;
}
