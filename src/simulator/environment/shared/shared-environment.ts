import { randomBytes } from 'node:crypto';
import { StateReplaced } from '../../orders/store-failure.ts';
import type { ValkeyLink } from '../../orders/valkey/valkey-link.ts';
import type { Clock } from '../clock.ts';
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
import { startParts, writeParts } from './live-parts.ts';
import { readScenario, writeScenario } from './scenario-bytes.ts';
import { lost, SharedCalls } from './shared-calls.ts';
import { SharedEpoch } from './shared-epoch.ts';
import { newSettings, readSettings, settingsWith } from './shared-settings.ts';
import { createSharedState, type SharedStateOptions } from './shared-state.ts';

/** What shared environments of one process have in common. */
export type SharedContext = Pick<SharedStateOptions, 'journalSize' | 'keyOwner'> & {
  readonly link: ValkeyLink;
  readonly machine: Clock;
  /** The maximum number of environments. */
  readonly most: number;
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
  #expiresAt: number | undefined;

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
    return this.#expiresAt;
  }

  get state(): EnvironmentState {
    if (this.#epoch === undefined) throw lost(this.name);
    return this.#stateOf(this.#epoch, 0, 0);
  }

  async begin(): Promise<BegunRequest | undefined> {
    const entered = await this.#enter('1');
    if (entered === undefined) return undefined;
    const { epoch, number, lists } = entered;
    return { state: this.#stateOf(epoch, number, lists), number };
  }

  async read(): Promise<EnvironmentState | undefined> {
    const entered = await this.#enter('0');
    return entered && this.#stateOf(entered.epoch, 0, entered.lists);
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
    const outcome = await this.#calls.callAll('remove', [this.name]);
    this.end();
    return outcome === 'ok';
  }

  end(): void {
    this.#epoch?.pauses.end();
  }

  /** Reads the environment if this process does not know its current epoch. Returns undefined if it does not exist. */
  async open(): Promise<SharedEpoch | undefined> {
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
    );
    return this.#epoch;
  }

  get #isPermanent(): boolean {
    return this.name === production || this.name === staging;
  }

  async #enter(count: '0' | '1') {
    for (;;) {
      const epoch = this.#epoch ?? (await this.open());
      if (epoch === undefined) return undefined;
      const [version, revision] = epoch.known;
      const reply = await this.#calls.ask('begin', epoch.epoch, [version, revision, count]);
      if (reply[0] === 'ok') {
        const expires = String(reply[5] ?? '');
        this.#expiresAt = expires === '' ? undefined : Number(expires);
        return { epoch, ...epoch.absorb(reply, revision) };
      }
      if ((await this.open()) === undefined) return undefined;
    }
  }

  #stateOf(epoch: SharedEpoch, requests: number, lists: number): EnvironmentState {
    const { journalSize, keyOwner } = this.#context;
    return createSharedState(
      epoch,
      { requests, lists, messages: 0 },
      { name: this.name, journalSize, keyOwner },
    );
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
    const { machine, most } = this.#context;
    const context = { settings: readSettings(settings), machine, orders: () => noOrders() };
    const live = writeParts(startParts(initial, context));
    const id = randomBytes(12).toString('hex');
    const outcome = (await this.#calls.callAll('load', [
      ...[mode, `${most}`, id, live, settings],
      writeScenario(initial),
      ...[expiresAt === undefined ? '' : `${expiresAt}`, this.name, `${machine.now()}`],
    ])) as LoadOutcome;
    if (outcome === 'created' || outcome === 'replaced') await this.open();
    return outcome;
  }
}

function noOrders(): never {
  throw new Error('the faults of a scenario begin with its own orders');
}
