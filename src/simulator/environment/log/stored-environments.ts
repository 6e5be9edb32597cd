import {
  createState,
  type Environment,
  type EnvironmentSettings,
  environmentOf,
  production,
} from '../environment.ts';
import type { Environments } from '../environments.ts';
import type { InitialState } from '../initial-state.ts';
import { EnvironmentGone, StoreUnavailable } from '../store-unavailable.ts';
import {
  type CloseOutcome,
  type EnvironmentRequest,
  isPermanent,
  maxEnvironments,
  type OpenOutcome,
  settingsOf,
  type TemporaryEnvironments,
} from '../temporary-environments.ts';
import { EnvironmentLog } from './environment-log.ts';
import { type LogPlace, newId, type StoredLog } from './log-store.ts';
import { packEnvironment, ReadInitials, settingsIn } from './packed-environment.ts';
import { packInitial } from './packed-state.ts';
import type { StoredEnvironmentsOptions } from './stored-environments-options.ts';

/** An environment that this process has served. */
type Attached = {
  readonly environment: Environment;
  readonly place: () => LogPlace;
  readonly endsAt: number | undefined;
  readonly ended: AbortController;
};

/** The environments of all processes with one store. A process has those in memory for which it got a request. */
export class StoredEnvironments implements Environments, TemporaryEnvironments {
  readonly #options: StoredEnvironmentsOptions;
  readonly #attached = new Map<string, Attached>();
  readonly #reading = new Map<string, Promise<Attached | undefined>>();
  readonly #initials = new ReadInitials();
  #production: Environment | undefined;

  constructor(options: StoredEnvironmentsOptions) {
    this.#options = options;
    options.stopping.addEventListener('abort', () => {
      for (const { ended } of this.#attached.values()) ended.abort();
    });
  }

  /** Creates the environments of the start that the store does not have. Returns the names of those that it has. */
  async begin(others: readonly EnvironmentRequest[] = []): Promise<readonly string[]> {
    const { first } = this.#options;
    const more = others.map((request) => ({
      settings: settingsOf(
        { ...request, chooser: 'setting' },
        first[0].settings,
        this.#keysAtStart(request.name),
      ),
      initial: request.initial,
      ttlMs: request.ttlMs,
    }));
    const known: string[] = [];
    for (const { settings, initial, ttlMs } of [
      ...first.map((one) => ({ ...one, ttlMs: undefined })),
      ...more,
    ]) {
      const outcome = await this.#create(settings, initial, { replace: false, ttlMs });
      if (outcome === 'exists') known.push(settings.name);
      if (outcome === 'too-many') throw new Error('the store has too many environments');
    }
    // The keys of environments are hidden where they are in memory.
    for (const { settings } of first) await this.#reach(settings.name);
    return known;
  }

  get production(): Environment {
    const current = this.#attached.get(production)?.environment ?? this.#production;
    if (current === undefined) throw new Error('production is not open');
    return current;
  }

  get(name: string): Environment | undefined {
    return this.#attached.get(name)?.environment;
  }

  async find(name: string): Promise<Environment | undefined> {
    return (await this.#reach(name))?.environment;
  }

  all(): readonly Environment[] {
    return [...this.#attached.values()].map(({ environment }) => environment);
  }

  async listed(): Promise<readonly Environment[]> {
    const names = await this.#options.store.names();
    const all = await Promise.all(names.map((name) => this.#reach(name)));
    return all.flatMap((one) => one?.environment ?? []);
  }

  async step<T>(name: string, run: (environment: Environment, isFound: boolean) => T): Promise<Awaited<T>> {
    for (;;) {
      const found = await this.#reach(name);
      const environment = found?.environment ?? (await this.#reach(production))?.environment;
      if (environment === undefined) throw new StoreUnavailable('The store has no production.');
      try {
        return await environment.step(() => run(environment, found !== undefined));
      } catch (error) {
        // It was removed or replaced: then the request is for the new one.
        if (!(error instanceof EnvironmentGone)) throw error;
      }
    }
  }

  async open(request: EnvironmentRequest): Promise<OpenOutcome> {
    const { name, initial, ttlMs } = request;
    const { most = maxEnvironments } = this.#options;
    const settings = settingsOf(request, this.#options.first[0].settings, this.#keysAtStart(name));
    const outcome = await this.#create(settings, initial, { replace: true, ttlMs });
    if (outcome === 'too-many') return { kind: 'too-many', most };
    this.#detach(name);
    const found = await this.#reach(name);
    if (found === undefined || outcome === 'exists') throw new EnvironmentGone(`${name} was removed`);
    return { kind: outcome, environment: found.environment, apiKeys: settings.apiKeys };
  }

  async close(name: string): Promise<CloseOutcome> {
    if (isPermanent(name)) return 'permanent';
    const found = await this.#reach(name);
    if (found === undefined) return 'unknown';
    const removed = await this.#options.store.remove(found.place());
    this.#detach(name, found);
    return removed ? 'closed' : 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#attached.get(name)?.endsAt;
  }

  #keysAtStart(name: string): readonly string[] | undefined {
    return this.#options.first.find(({ settings }) => settings.name === name)?.settings.apiKeys;
  }

  async #create(
    settings: EnvironmentSettings,
    initial: InitialState,
    { replace, ttlMs }: { readonly replace: boolean; readonly ttlMs: number | undefined },
  ) {
    const { store, machine, most = maxEnvironments } = this.#options;
    const endsAt = ttlMs === undefined || isPermanent(settings.name) ? undefined : machine.now() + ttlMs;
    const text = packEnvironment(settings, createState(settings, initial));
    const place = { name: settings.name, key: newId(), store: store.id };
    const outcome = await store.create(
      place,
      { text, initial: packInitial(initial) },
      { replace, most, endsAt },
    );
    if (outcome !== 'lost') return outcome;
    await store.open();
    throw new StoreUnavailable('The store was emptied.');
  }

  async #reach(name: string): Promise<Attached | undefined> {
    const known = this.#attached.get(name);
    if (known !== undefined) return known;
    const reading = this.#reading.get(name) ?? this.#attach(name).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  async #attach(name: string): Promise<Attached | undefined> {
    const { store, machine } = this.#options;
    const stored = await this.#read(name);
    if (stored === undefined) return undefined;
    const { endsAt } = stored;
    const settings = { ...this.#options.first[0].settings, ...settingsIn(stored.text), name };
    let log: EnvironmentLog | undefined;
    const place = () => log?.place ?? { name, key: stored.key, store: store.id };
    const environment = environmentOf(
      settings,
      this.#initials.stateOf(settings, stored),
      ({ replace, create, current }) => {
        log = new EnvironmentLog(
          store,
          {
            get state() {
              return current();
            },
            replace,
            create,
            pack: (state) => packEnvironment(settings, state),
            isPermanent: isPermanent(name),
            read: async () => {
              const again = await this.#read(name, packInitial(current().initial).hash);
              if (again !== undefined)
                replace(this.#initials.stateOf(settings, again, current().initial), false);
              return again;
            },
            onEnded: (entry) => this.#options.onEnded(environment, entry),
            onGone: () => this.#detach(name, attached),
          },
          name,
        );
        return log;
      },
    );
    const attached: Attached = { environment, place, endsAt, ended: new AbortController() };
    log?.begin(stored);
    this.#attached.set(name, attached);
    if (name === production) this.#production = environment;
    if (endsAt !== undefined) void this.#endLater(attached, endsAt - machine.now());
    return attached;
  }

  async #endLater({ environment: { name }, ended, place }: Attached, ms: number): Promise<void> {
    await this.#options.machine.sleep(Math.max(0, ms), ended.signal);
    if (ended.signal.aborted) return;
    // Every process that has served it tries this; if the store does not respond, the next one that reads it does.
    const removed = await this.#options.store.remove(place()).catch(() => false);
    if (removed) this.#detach(name);
  }

  async #read(name: string, hash?: string): Promise<StoredLog | undefined> {
    const { store, machine } = this.#options;
    const stored = await store.read(name, hash);
    if (stored === 'lost') {
      await store.open();
      return this.#read(name, hash);
    }
    if (stored === 'gone') return undefined;
    if (stored.endsAt === undefined || stored.endsAt > machine.now()) return stored;
    await store.remove({ name, key: stored.key, store: store.id });
    return undefined;
  }

  #detach(name: string, only = this.#attached.get(name)): void {
    if (only === undefined || this.#attached.get(name) !== only) return;
    this.#attached.delete(name);
    only.ended.abort();
    only.environment.end();
  }
}
