import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import type { MaybePromise } from '../../../maybe-promise.ts';
import { StateReplaced } from '../../orders/store-failure.ts';
import type { ValkeyLink } from '../../orders/valkey/valkey-link.ts';
import {
  type BegunRequest,
  basePathOf,
  type Environment,
  type EnvironmentSettings,
  type EnvironmentState,
  production,
  staging,
} from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import { ExchangeWriter } from './exchange-writer.ts';
import { startParts, writeParts } from './live-parts.ts';
import type { Registry } from './registry.ts';
import { readScenario, writeScenario } from './scenario-bytes.ts';
import { lost, SharedCalls } from './shared-calls.ts';
import { SharedEpoch } from './shared-epoch.ts';
import type { SharedJournalOptions } from './shared-journal.ts';
import { SharedRequest } from './shared-request.ts';
import { newSettings, readSettings, settingsWith } from './shared-settings.ts';
import { createSharedState } from './shared-state.ts';

/** What shared environments of one process have in common. */
export type SharedContext = {
  readonly journalSize: number;
  /** Returns the name of the environment that owns a key. */
  readonly keyOwner: (text: string) => string | undefined;
  readonly link: ValkeyLink;
  readonly machine: Clock;
  readonly registry: Registry;
};

/** Which environment a load replaces: none, one that exists, or whatever there is. */
export type LoadMode = 'create' | 'existing' | 'any';

/** The outcome of a load. */
export type LoadOutcome = 'created' | 'replaced' | 'exists' | 'gone' | 'too-many';

/** An environment that several processes share. */
export class SharedEnvironment implements Environment {
  readonly name: string;
  readonly basePath: string;
  /** The settings of this process; those of the environment are in the shared store. */
  readonly settings: EnvironmentSettings;
  readonly #context: SharedContext;
  readonly #calls: SharedCalls;
  /** The scenario to which a reset returns if the shared store has lost its own. */
  readonly #fallback: InitialState | undefined;
  #epoch: SharedEpoch | undefined;
  #opening: Promise<SharedEpoch | undefined> | undefined;
  #journal: (SharedJournalOptions & { readonly epoch: SharedEpoch }) | undefined;

  constructor(settings: EnvironmentSettings, context: SharedContext, fallback?: InitialState) {
    this.name = settings.name;
    this.settings = settings;
    this.basePath = basePathOf(settings.name);
    this.#context = context;
    this.#calls = new SharedCalls(context.link, settings.name, context.machine);
    this.#fallback = fallback;
  }

  /** Whether this process has read the environment. */
  get known(): boolean {
    return this.#epoch !== undefined;
  }

  /** When the environment ends, in milliseconds since 1970 on the machine's clock, as this process knows it. */
  get expiresAt(): number | undefined {
    return this.#epoch?.expiresAt;
  }

  get state(): EnvironmentState {
    if (this.#epoch === undefined) throw lost(this.name);
    return this.#requestIn(this.#epoch, 0).state;
  }

  begin(): MaybePromise<BegunRequest | undefined> {
    const epoch = this.#epoch;
    if (epoch === undefined || epoch.isOver || epoch.countsFirst) return this.#beginNow();
    return this.#requestIn(epoch, undefined);
  }

  async read(): Promise<EnvironmentState | undefined> {
    const epoch = await this.#enter((known) => known.refresh().then(() => known));
    return epoch && this.#requestIn(epoch, 0).state;
  }

  async load(initial: InitialState): Promise<void> {
    const keys = initial.apiKeys.get(this.name) ?? [];
    const settings =
      this.#epoch === undefined
        ? newSettings(this.settings, keys)
        : settingsWith(this.#epoch.settingsText, keys);
    await this.#loadExisting(initial, settings);
  }

  async reset(): Promise<void> {
    if (this.#epoch === undefined && this.#fallback !== undefined) return this.load(this.#fallback);
    if (this.#epoch === undefined) throw lost(this.name);
    await this.#loadExisting(this.#epoch.initial, this.#epoch.settingsText);
  }

  /** Begins an epoch with the settings of this process. */
  async start(initial: InitialState, mode: LoadMode, expiresAt?: number): Promise<LoadOutcome> {
    const settings = newSettings(this.settings, initial.apiKeys.get(this.name) ?? []);
    return this.#load(initial, settings, mode, expiresAt);
  }

  /** Removes the environment for every process. Returns false if it does not exist. */
  async remove(): Promise<boolean> {
    const outcome = await this.#calls.callAny('remove', []);
    await this.#context.registry.remove(this.name);
    this.end();
    return outcome === 'ok';
  }

  end(): void {
    this.#epoch?.pauses.end();
  }

  /**
   * Reads the environment if this process does not know its current epoch. Returns undefined if it does not exist. Requests
   * that meet a new epoch at the same time share one reading of its scenario.
   */
  open(): Promise<SharedEpoch | undefined> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #open(): Promise<SharedEpoch | undefined> {
    const [outcome, epoch, version, live, settings, scenario] = await this.#calls.open();
    if (outcome !== 'ok' || !Buffer.isBuffer(scenario)) {
      if (this.#isPermanent) throw lost(this.name);
      this.end();
      this.#epoch = undefined;
      return undefined;
    }
    if (this.#epoch?.epoch === String(epoch)) return this.#epoch;
    const initial = readScenario(scenario);
    const opened = { epoch: String(epoch), version: String(version), live: String(live), initial };
    this.end();
    this.#epoch = new SharedEpoch(
      { ...opened, settings: String(settings) },
      this.#calls,
      this.#context.machine,
      this.#context.journalSize,
    );
    return this.#epoch;
  }

  get #isPermanent(): boolean {
    return this.name === production || this.name === staging;
  }

  #beginNow(): Promise<BegunRequest | undefined> {
    return this.#enter(async (epoch) => this.#requestIn(epoch, await epoch.countRequest()));
  }

  /** Runs a step in the current epoch. Returns undefined if the environment does not exist. */
  async #enter<T>(step: (epoch: SharedEpoch) => Promise<T>): Promise<T | undefined> {
    for (;;) {
      const epoch = this.#epoch === undefined || this.#epoch.isOver ? await this.open() : this.#epoch;
      if (epoch === undefined) return undefined;
      try {
        return await step(epoch);
      } catch (error) {
        if (!(error instanceof StateReplaced)) throw error;
      }
    }
  }

  #requestIn(epoch: SharedEpoch, number: number | undefined): BegunRequest {
    const request = new SharedRequest(epoch, number, (given) => this.#requestIn(epoch, given));
    return { state: createSharedState(epoch, request, this.#journalOf(epoch)), number: number ?? 0 };
  }

  #journalOf(epoch: SharedEpoch): SharedJournalOptions {
    if (this.#journal?.epoch === epoch) return this.#journal;
    const context = {
      environment: this.name,
      basePath: this.basePath,
      ownsKey: (text: string) => epoch.parts.keys.idOf(text) !== undefined,
      keyId: (text: string) => epoch.parts.keys.idOf(text),
      keyOwner: this.#context.keyOwner,
      orders: () => epoch.mirror.list(),
    };
    this.#journal = {
      epoch,
      size: this.#context.journalSize,
      context,
      pauses: epoch.pauses,
      writer: new ExchangeWriter(context, () => epoch.parts.keys),
      now: () => epoch.parts.clock.now(),
      read: (what) => epoch.readJournal(what),
      nextKept: () => epoch.nextKept(),
    };
    return this.#journal;
  }

  async #loadExisting(initial: InitialState, settings: string): Promise<void> {
    const outcome = await this.#load(initial, settings, this.#isPermanent ? 'any' : 'existing');
    if (outcome === 'gone') throw new StateReplaced();
  }

  async #load(
    initial: InitialState,
    settings: string,
    mode: LoadMode,
    expiresAt?: number,
  ): Promise<LoadOutcome> {
    const { machine, registry } = this.#context;
    if (mode !== 'existing' && !(await registry.add(this.name))) return 'too-many';
    const context = { settings: readSettings(settings), machine, orders: () => noOrders() };
    const live = writeParts(startParts(initial, context));
    const id = randomBytes(12).toString('hex');
    const expires = expiresAt === undefined ? '' : `${expiresAt}`;
    const args = [mode, id, live, settings, writeScenario(initial), expires];
    const outcome = (await this.#calls.callAny('load', args)) as LoadOutcome;
    // A reading that others share may have begun before.
    if (outcome === 'created' || outcome === 'replaced') await this.#open();
    return outcome;
  }
}

function noOrders(): never {
  throw new Error('the faults of a scenario begin with its own orders');
}
