import type { Clock } from '../../../clock.ts';
import type { MaybePromise } from '../../../maybe-promise.ts';
import { StateReplaced } from '../../orders/store-failure.ts';
import { type FunctionName, maxChanges } from '../../orders/valkey/functions.ts';
import { OrderMirror, type StatusLetter } from '../../orders/valkey/order-mirror.ts';
import type { Reply } from '../../orders/valkey/valkey-link.ts';
import {
  type ChangeOutcome,
  type OrderChange,
  ValkeyOrderStore,
} from '../../orders/valkey/valkey-order-store.ts';
import type { InitialState } from '../initial-state.ts';
import { createPauses, type Pauses } from '../pauses.ts';
import type { Shipping } from '../shipping.ts';
import { dependsOnCounts, type LiveParts, type PartsContext, readParts, writeParts } from './live-parts.ts';
import { type SharedCalls, texts } from './shared-calls.ts';
import { type Commit, type Committed, SharedCommits } from './shared-commits.ts';
import { createSharedListLag, type SharedListLag } from './shared-list-lag.ts';
import { readSettings, type SharedSettings } from './shared-settings.ts';
import { createSharedShipping } from './shared-shipping.ts';

/** What a process reads of an environment when it meets a new epoch. */
export type OpenedEpoch = {
  readonly epoch: string;
  readonly version: string;
  readonly live: string;
  readonly settings: string;
  readonly initial: InitialState;
};

/** A change of parts, and the orders that ship with it if they are pending. */
export type PartsChange<T> = { readonly result: T; readonly ships: readonly bigint[] };

/** The result of a change of parts, and the orders that shipped with it. */
export type ChangedParts<T> = { readonly result: T; readonly shipped: readonly bigint[] };

type ChangeOfParts<T> = (parts: LiveParts) => MaybePromise<PartsChange<T>>;

/** What this process knows of one epoch of a shared environment: from a load or a reset to the next. */
export class SharedEpoch {
  readonly epoch: string;
  readonly initial: InitialState;
  readonly settings: SharedSettings;
  readonly settingsText: string;
  readonly mirror: OrderMirror;
  readonly listLag: SharedListLag;
  readonly pauses: Pauses;
  readonly shipping: Shipping;
  /** The orders, for requests that have brought the mirror up to date. */
  readonly store: ValkeyOrderStore;
  readonly #commits: SharedCommits;
  readonly #calls: SharedCalls;
  readonly #context: PartsContext;
  #version: string;
  #live: string;
  #parts: LiveParts;
  #lists = 0;
  #expiresAt: number | undefined;
  #isOver = false;
  #kept: PromiseWithResolvers<void> | undefined;
  /** Changes of parts from this process wait for each other, so that few of them meet. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(opened: OpenedEpoch, calls: SharedCalls, machine: Clock, journalSize: number) {
    this.epoch = opened.epoch;
    this.initial = opened.initial;
    this.settingsText = opened.settings;
    this.settings = readSettings(opened.settings);
    this.#calls = calls;
    this.listLag = createSharedListLag();
    this.mirror = new OrderMirror(opened.initial.orders, this.listLag.add);
    this.pauses = createPauses(machine);
    this.store = this.storeWith(() => undefined);
    this.shipping = createSharedShipping(
      () => this.#parts.ships,
      async (change) =>
        (await this.change(({ ships }) => ({ result: undefined, ships: change(ships) }))).shipped,
    );
    this.#commits = new SharedCommits((version, items) => this.#finish([version, `${journalSize}`], items));
    this.#context = { settings: this.settings, machine, orders: () => this.mirror.list() };
    this.#version = opened.version;
    this.#live = opened.live;
    this.#parts = readParts(opened.live, this.#context);
  }

  /** The parts as this process knows them. They must not be changed. */
  get parts(): LiveParts {
    return this.#parts;
  }

  /** The version of the parts. */
  get version(): string {
    return this.#version;
  }

  /** The number of lists so far, as this process knows it. */
  get lists(): number {
    return this.#lists;
  }

  /** When the environment ends, in milliseconds since 1970 on the machine's clock, as this process knows it. */
  get expiresAt(): number | undefined {
    return this.#expiresAt;
  }

  /** Whether another process has replaced this epoch. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Whether a request must begin in the shared store before it runs: with faults, which count it, and where its response
   * depends on its number or on the number of lists before it.
   */
  get countsFirst(): boolean {
    return this.listLag.countsLists || dependsOnCounts(this.#parts);
  }

  /** The arguments of `begin`: what this process knows. */
  get known(): readonly [version: string, revision: string] {
    return [this.#version, `${this.mirror.revision}`];
  }

  /** Takes over what a reply reports, whose call named a revision. */
  absorb(reply: readonly Reply[], revision: string): void {
    const [, version = '', live = '', lists, expires, changes] = reply;
    this.mirror.apply(Number(revision), texts(changes));
    this.#lists = Number(lists);
    this.#expiresAt = expires === '' ? undefined : Number(expires);
    if (live !== '' && Number(version) > Number(this.#version)) this.#renew(`${version}`, `${live}`);
  }

  /** Brings this process up to date. */
  async refresh(): Promise<void> {
    await this.#begin('0');
  }

  /** Counts a request, brings this process up to date, and returns the number of the request. */
  async countRequest(): Promise<number> {
    return Number((await this.#begin('1'))[6]);
  }

  async nextMessage(): Promise<number> {
    return Number((await this.#call('message', []))[1]);
  }

  /** Reads the journal, or clears it. */
  readJournal(what: '0' | '1' | 'clear'): Promise<readonly Reply[]> {
    return this.#call('journal', [what]);
  }

  /** Resolves when this process has kept the next exchange in the journal. */
  nextKept(): Promise<void> {
    this.#kept ??= Promise.withResolvers<void>();
    return this.#kept.promise;
  }

  /** Ends a request: see `finish`. */
  commit(commit: Commit): Promise<Committed> {
    return this.#commits.add(commit);
  }

  /** The orders with a function that brings the mirror up to date before each read. */
  storeWith(refresh: () => MaybePromise<void>): ValkeyOrderStore {
    return new ValkeyOrderStore({
      mirror: this.mirror,
      change: (change) => this.#changeOrder(change),
      refresh,
    });
  }

  /**
   * Changes the parts in one atomic step: `change` receives a copy, which is written unless another process has changed
   * the parts since; then it is called again with newer ones.
   */
  change<T>(change: ChangeOfParts<T>): Promise<ChangedParts<T>> {
    const changed = this.#lastChange.then(() => this.#changeParts(change));
    this.#lastChange = changed.catch(() => undefined);
    return changed;
  }

  async #changeParts<T>(change: ChangeOfParts<T>): Promise<ChangedParts<T>> {
    for (;;) {
      const [version, revision] = this.known;
      const before = this.#live;
      const parts = readParts(before, this.#context);
      const { result, ships } = await change(parts);
      const live = writeParts(parts);
      if (live === before && ships.length === 0) return { result, shipped: [] };
      const orders = ships.flatMap((id) => [`${id}`, this.mirror.statusAtStart(id)]);
      const reply = await this.#call('change', [version, live, revision, ...orders]);
      if (reply[0] === 'stale') {
        await this.refresh();
        continue;
      }
      this.mirror.apply(Number(revision), texts(reply[3]));
      if (Number(reply[1]) > Number(this.#version)) this.#renew(`${reply[1]}`, live);
      const outcomes = texts(reply[2]);
      return { result, shipped: ships.filter((_, at) => outcomes[at] === 'done') };
    }
  }

  async #changeOrder({
    kind,
    id,
    base,
    payload,
  }: OrderChange): Promise<ChangeOutcome & { readonly revision: number }> {
    const [, known] = this.known;
    const reply = await this.#call('order', [known, kind, id, base, payload]);
    const [, outcome, revision, changes] = reply;
    this.mirror.apply(Number(known), texts(changes));
    return outcome === 'done'
      ? { done: true, revision: Number(revision) }
      : { done: false, status: outcome as StatusLetter, revision: Number(revision) };
  }

  async #begin(count: '0' | '1'): Promise<readonly Reply[]> {
    const [version, revision] = this.known;
    const reply = await this.#call('begin', [version, revision, count]);
    this.absorb(reply, revision);
    if (texts(reply[5]).length === maxChanges) await this.#begin('0');
    return reply;
  }

  async #finish(
    [version, size]: readonly [string, string],
    items: readonly string[],
  ): Promise<readonly Reply[]> {
    const [, revision] = this.known;
    const reply = await this.#call('finish', [version, revision, size, ...items]);
    this.absorb(reply, revision);
    const results = reply[6];
    this.#kept?.resolve();
    this.#kept = undefined;
    return Array.isArray(results) ? results : [];
  }

  async #call(name: FunctionName, args: readonly string[]): Promise<readonly Reply[]> {
    try {
      return await this.#calls.call(name, this.epoch, args);
    } catch (error) {
      this.#isOver ||= error instanceof StateReplaced;
      throw error;
    }
  }

  #renew(version: string, live: string): void {
    this.#version = version;
    this.#live = live;
    this.#parts = readParts(live, this.#context);
  }
}
