import type { MaybePromise } from '../../../shared/maybe-promise.ts';
import { OrderMirror, type StatusLetter } from '../../orders/valkey/order-mirror.ts';
import type { Reply } from '../../orders/valkey/valkey-link.ts';
import {
  type ChangeOutcome,
  type OrderChange,
  ValkeyOrderStore,
} from '../../orders/valkey/valkey-order-store.ts';
import type { Clock } from '../clock.ts';
import type { InitialState } from '../initial-state.ts';
import { createPauses, type Pauses } from '../pauses.ts';
import { type LiveParts, type PartsContext, readParts, writeParts } from './live-parts.ts';
import { type SharedCalls, texts } from './shared-calls.ts';
import type { ShownBodies } from './shared-journal.ts';
import { createSharedListLag, type SharedListLag } from './shared-list-lag.ts';
import { readSettings, type SharedSettings } from './shared-settings.ts';

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
  readonly shownBodies: ShownBodies = new WeakMap();
  /** The orders, for requests that have brought the mirror up to date. */
  readonly store: ValkeyOrderStore;
  readonly #calls: SharedCalls;
  readonly #context: PartsContext;
  #version: string;
  #live: string;
  #parts: LiveParts;
  /** Changes of parts from this process wait for each other, so that few of them meet. */
  #lastChange: Promise<unknown> = Promise.resolve();

  constructor(opened: OpenedEpoch, calls: SharedCalls, machine: Clock) {
    this.epoch = opened.epoch;
    this.initial = opened.initial;
    this.settingsText = opened.settings;
    this.settings = readSettings(opened.settings);
    this.#calls = calls;
    this.listLag = createSharedListLag();
    this.mirror = new OrderMirror(opened.initial.orders, this.listLag.add);
    this.pauses = createPauses(machine);
    this.store = this.storeWith(() => undefined);
    this.#context = { settings: this.settings, machine, orders: () => this.mirror.list() };
    this.#version = opened.version;
    this.#live = opened.live;
    this.#parts = readParts(opened.live, this.#context);
  }

  /** The parts as this process knows them. They must not be changed. */
  get parts(): LiveParts {
    return this.#parts;
  }

  /** The arguments of `begin`: what this process knows. */
  get known(): readonly [version: string, revision: string] {
    return [this.#version, `${this.mirror.revision}`];
  }

  /** Takes over the reply of `begin`, which was called with a revision. Returns the number of the request and the lists so far. */
  absorb(reply: readonly Reply[], revision: string): { readonly number: number; readonly lists: number } {
    const [, number, version = '', live = '', lists, , changes] = reply;
    this.mirror.apply(Number(revision), texts(changes));
    if (live !== '' && Number(version) > Number(this.#version)) this.#renew(`${version}`, `${live}`);
    return { number: Number(number), lists: Number(lists) };
  }

  /** Brings this process up to date. */
  async refresh(): Promise<void> {
    const [version, revision] = this.known;
    this.absorb(await this.#calls.call('begin', this.epoch, [version, revision, '0']), revision);
  }

  /** Calls a function in this epoch. */
  call(name: 'record' | 'journal' | 'message', args: readonly string[]): Promise<readonly Reply[]> {
    return this.#calls.call(name, this.epoch, args);
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
      const reply = await this.#calls.call('change', this.epoch, [version, live, revision, ...orders]);
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
    const reply = await this.#calls.call('order', this.epoch, [known, kind, id, base, payload]);
    const [, outcome, revision, changes] = reply;
    this.mirror.apply(Number(known), texts(changes));
    return outcome === 'done'
      ? { done: true, revision: Number(revision) }
      : { done: false, status: outcome as StatusLetter, revision: Number(revision) };
  }

  #renew(version: string, live: string): void {
    this.#version = version;
    this.#live = live;
    this.#parts = readParts(live, this.#context);
  }
}
