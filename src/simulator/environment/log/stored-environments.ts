import type { Clock } from '../../../clock.ts';
import {
  createState,
  Environment,
  type EnvironmentSettings,
  type EnvironmentState,
  production,
} from '../environment.ts';
import type { Environments } from '../environments.ts';
import type { InitialState } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
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
import { KeyLookup } from './key-lookup.ts';
import { type LogStore, newId, type StoredLog } from './log-store.ts';
import { Initials, keptSettings, packState, settingsIn, unpackState } from './pack.ts';
import type { NewState } from './store-calls.ts';

type FirstEnvironment = Pick<EnvironmentRequest, 'initial'> &
  Partial<Pick<EnvironmentRequest, 'ttlMs'>> & { readonly settings: EnvironmentSettings };

export type StoredEnvironmentsOptions = {
  readonly store: LogStore;
  readonly machine: Clock;
  readonly stopping: AbortSignal;
  /** The environments of the start. They are created if the store does not have them. */
  readonly first: readonly [FirstEnvironment, ...FirstEnvironment[]];
  /** Called with each exchange that ended in another process. */
  readonly onEnded: (environment: Environment, entry: JournalEntry) => void;
  /** Returns why this process has no room for another one. */
  readonly full: () => string | undefined;
};

/** An environment that this process has served. */
type Attached = {
  readonly environment: Environment;
  readonly log: EnvironmentLog;
  readonly endsAt: number | undefined;
  readonly ended: AbortController;
};

/** The environments of all processes with one store. A process has those in memory for which it got a request. */
export class StoredEnvironments implements Environments, TemporaryEnvironments {
  readonly #options: StoredEnvironmentsOptions;
  readonly #attached = new Map<string, Attached>();
  readonly #reading = new Map<string, Promise<Attached | undefined>>();
  readonly #initials = new Initials();
  readonly #keys: KeyLookup;
  #checks = this.#attached.values();
  #production: Environment | undefined;

  constructor(options: StoredEnvironmentsOptions) {
    this.#options = options;
    this.#keys = new KeyLookup(options.store);
    options.stopping.addEventListener('abort', () => {
      for (const { ended } of this.#attached.values()) ended.abort();
    });
  }

  /** Creates the environments of the start that the store does not have, and reports those that it has. */
  async begin(others: readonly EnvironmentRequest[]): Promise<void> {
    const { first, store } = this.#options;
    const more = others.map((request) => ({
      ...request,
      settings: this.#settingsOf({ ...request, chooser: 'setting' }),
    }));
    for (const { settings, initial, ttlMs } of [...first, ...more]) {
      const outcome = await this.#create(settings, initial, { replace: false, ttlMs });
      if (outcome === 'too-many') throw new StoreUnavailable('The store has too many environments.');
      // The keys of environments are hidden where they are in memory.
      const { environment } = (await this.#reach(settings.name)) ?? {};
      if (outcome !== 'exists' || environment === undefined) continue;
      const [given, kept] = [initial, environment.state.initial].map((one) => this.#initials.pack(one).hash);
      const names = keptSettings(environment.settings, settings, given !== kept);
      if (names.length > 0) store.onEvent({ kind: 'kept', environment: settings.name, settings: names });
    }
  }

  get production(): Environment {
    const current = this.get(production) ?? this.#production;
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
    const settings = this.#settingsOf(request);
    const outcome = await this.#create(settings, initial, { replace: true, ttlMs });
    if (outcome === 'too-many') return { kind: 'too-many', most: maxEnvironments };
    this.#detach(name);
    const environment = await this.find(name);
    if (environment === undefined || outcome === 'exists') throw new StoreUnavailable(`${name} was removed`);
    return { kind: outcome, environment, apiKeys: settings.apiKeys };
  }

  async close(name: string): Promise<CloseOutcome> {
    if (isPermanent(name)) return 'permanent';
    for (let found = await this.#reach(name); found !== undefined; found = await this.#reach(name)) {
      const removed = await this.#options.store.remove(found.log.place);
      this.#detach(name, found);
      // Else another process has removed or replaced it.
      if (removed) return 'closed';
    }
    return 'unknown';
  }

  expiresAt(name: string): number | undefined {
    return this.#attached.get(name)?.endsAt;
  }

  #settingsOf(request: EnvironmentRequest): EnvironmentSettings {
    const { first } = this.#options;
    const atStart = first.find(({ settings }) => settings.name === request.name);
    return settingsOf(request, first[0].settings, atStart?.settings.apiKeys);
  }

  async #create(
    settings: EnvironmentSettings,
    initial: InitialState,
    { replace, ttlMs }: { readonly replace: boolean; readonly ttlMs: number | undefined },
  ) {
    const { store, machine } = this.#options;
    const endsAt = ttlMs === undefined || isPermanent(settings.name) ? undefined : machine.now() + ttlMs;
    const place = { name: settings.name, key: newId(), store: store.id };
    const state = this.#pack(settings, createState(settings, initial));
    const outcome = await store.create(place, state, { replace, most: maxEnvironments, endsAt });
    if (outcome !== 'lost') return outcome;
    await store.open();
    throw new StoreUnavailable('The store was emptied.');
  }

  #pack(settings: EnvironmentSettings, state: EnvironmentState): NewState {
    return packState(settings, state, this.#initials);
  }

  async #reach(name: string): Promise<Attached | undefined> {
    // A read that began before may not show an environment that was created since.
    const known = this.#attached.get(name) ?? (await this.#reading.get(name)) ?? this.#attached.get(name);
    if (known !== undefined) return known;
    const reading = this.#reading.get(name) ?? this.#attach(name).finally(() => this.#reading.delete(name));
    this.#reading.set(name, reading);
    return reading;
  }

  /** Forgets environments that others removed: looks at two for each one that is added, so that few stay in memory. */
  async #forgetRemoved(): Promise<void> {
    for (let at = 0; at < 2; at++) {
      const { value: one } = this.#checks.next();
      if (one === undefined) this.#checks = this.#attached.values();
      else if (await this.#keys.misses(one.log.place)) this.#detach(one.log.place.name, one);
    }
  }

  async #attach(name: string): Promise<Attached | undefined> {
    const { store, onEnded, machine, first } = this.#options;
    if ((await this.#keys.find(name)) === null) return undefined;
    this.#forgetRemoved().catch(() => undefined);
    const full = isPermanent(name) ? undefined : this.#options.full();
    if (full !== undefined) throw new StoreUnavailable(`There is no room for another environment: ${full}.`);
    const stored = await this.#read(name);
    if (stored === undefined) return undefined;
    const settings = { ...first[0].settings, ...settingsIn(stored.text), name };
    const stateOf = ({ text, initial }: StoredLog): EnvironmentState =>
      unpackState(settings, text, this.#initials.read(initial.hash, initial.text));
    const options = {
      store,
      isPermanent: isPermanent(name),
      pack: (state: EnvironmentState) => this.#pack(settings, state),
      read: async (current: InitialState) => {
        const again = await this.#read(name, this.#initials.pack(current).hash);
        return again && { ...again, state: stateOf(again) };
      },
      onEnded: (entry: JournalEntry) => onEnded(environment, entry),
      onGone: () => this.#detach(name, attached),
    };
    const environment = new Environment(settings, stateOf(stored));
    const log = new EnvironmentLog(options, environment, { name, key: stored.key, store: store.id });
    environment.share(log);
    const attached: Attached = { environment, log, endsAt: stored.endsAt, ended: new AbortController() };
    log.begin(stored);
    this.#attached.set(name, attached);
    if (name === production) this.#production = environment;
    if (stored.endsAt !== undefined) void this.#endLater(attached, stored.endsAt - machine.now());
    return attached;
  }

  async #endLater({ environment: { name }, ended, log }: Attached, ms: number): Promise<void> {
    await this.#options.machine.sleep(Math.max(0, ms), ended.signal);
    if (ended.signal.aborted) return;
    // Every process that has served it tries this; if the store does not respond, the next one that reads it does.
    if (await this.#options.store.remove(log.place).catch(() => false)) this.#detach(name);
  }

  async #read(name: string, hash?: string): Promise<StoredLog | undefined> {
    const { store, machine } = this.#options;
    const stored = await store.read(name, hash);
    if (stored === 'lost') return store.open().then(() => this.#read(name, hash));
    if (stored !== 'gone' && (stored.endsAt ?? Number.POSITIVE_INFINITY) > machine.now()) return stored;
    if (stored !== 'gone') await store.remove({ name, key: stored.key, store: store.id });
    return undefined;
  }

  #detach(name: string, only = this.#attached.get(name)): void {
    if (only === undefined || this.#attached.get(name) !== only) return;
    this.#attached.delete(name);
    only.ended.abort();
    only.environment.end();
  }
}
