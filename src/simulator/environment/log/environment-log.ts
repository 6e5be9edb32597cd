import { setImmediate as nextTurn } from 'node:timers/promises';
import type { InitialState } from '../initial-state.ts';
import { EnvironmentGone, StoreUnavailable } from '../store-unavailable.ts';
import { applyChange, type Change, Draft } from './changes.ts';
import { Followers, followMs } from './followers.ts';
import type { LogOwner } from './log-owner.ts';
import { attempt, type LogStep } from './log-step.ts';
import {
  type AppendReply,
  type Known,
  type LogEntry,
  type LogPlace,
  type LogStore,
  newId,
  type StoredLog,
} from './log-store.ts';
import { packInitial } from './packed-state.ts';

/** A change of the format that another version understands otherwise gets another number. */
const format = '1';
/** How many steps one call confirms. */
const maxBatch = 512;
/** A snapshot is written after so many entries. */
const snapshotEvery = 1_000;

const lostMessage =
  'The store lost entries of this environment that were confirmed, for example in a failover. Reset it, or load a scenario.';

/**
 * Runs the steps of requests on the state of an environment and appends their changes to its log. A step takes effect when its
 * changes are in the log, or, without changes, when the store has confirmed that the state is the latest. If another process
 * was faster, the changes are undone, those of the other are made, and the steps run again. One call is under way at a time.
 */
export class EnvironmentLog {
  readonly #store: LogStore;
  readonly #owner: LogOwner;
  #place: LogPlace;
  #known: Known = { seq: 0, id: '' };
  #waiting: LogStep[] = [];
  readonly #followers: Followers;
  #running = false;
  #lost = false;
  #sinceSnapshot = 0;

  constructor(store: LogStore, owner: LogOwner, name: string) {
    this.#store = store;
    this.#owner = owner;
    this.#place = { name, key: '', store: '' };
    // A store that does not respond may do so the next time.
    this.#followers = new Followers(async () => {
      await this.step(() => undefined).catch(() => undefined);
      await store.pause(followMs);
    });
  }

  get place(): LogPlace {
    return this.#place;
  }

  /** Begins with a state that was read from the store, which the owner has. */
  begin({ key, known, since }: StoredLog): void {
    this.#place = { ...this.#place, key, store: this.#store.id };
    this.#known = known;
    this.#lost = false;
    this.#sinceSnapshot = 0;
    this.#fold(since);
  }

  /** Runs a step, possibly more than once. Resolves to what it returned the last time, once that is final. */
  step<T>(run: () => T): Promise<T> {
    return new Promise((resolve, reject) =>
      this.#add({ run, resolve: resolve as LogStep['resolve'], reject }),
    );
  }

  /** Asks for what other processes change until the signal aborts. */
  follow(signal: AbortSignal): void {
    this.#followers.add(signal);
  }

  /** Replaces the state, in one entry. */
  load(initial: InitialState): Promise<void> {
    return new Promise((resolve, reject) =>
      this.#add({ initial, run: () => undefined, resolve: resolve as LogStep['resolve'], reject }),
    );
  }

  #add(step: LogStep): void {
    this.#waiting.push(step);
    if (this.#running) return;
    this.#running = true;
    setImmediate(() => void this.#runAll());
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      const [{ initial } = {}] = batch;
      try {
        if (initial === undefined) await this.#runSteps(batch);
        else await this.#runLoad(initial, batch);
      } catch (error) {
        // After an entry that could not be read, the state is read from the store.
        if (!(error instanceof StoreUnavailable)) this.#known = { seq: 0, id: '' };
        for (const { reject } of batch) reject(error);
      }
      // What the steps returned is used before the state changes again.
      await nextTurn();
    }
    this.#running = false;
  }

  /** Takes steps from the beginning: a load alone. */
  #takeBatch(): readonly LogStep[] {
    const load = this.#waiting.findIndex(({ initial }) => initial !== undefined);
    return this.#waiting.splice(0, load < 0 ? maxBatch : Math.max(1, Math.min(load, maxBatch)));
  }

  async #runSteps(batch: readonly LogStep[]): Promise<void> {
    for (;;) {
      const draft = new Draft(this.#owner.state);
      const settles = this.#lost ? [] : batch.map(attempt);
      const changes = draft.end();
      const mine = newId();
      const text = changes.length === 0 ? '' : format + JSON.stringify(changes);
      let reply: AppendReply;
      try {
        reply = await this.#store.append(this.#place, this.#known, mine, text);
      } catch (error) {
        // The call may still arrive: the next one finds its entry, as that of another process.
        draft.undo();
        throw error;
      }
      const recovered = reply.kind === 'behind' && reply.since[0]?.id === mine;
      if (reply.kind === 'ok' || recovered) {
        draft.keep();
        if (text !== '') this.#advance(mine);
        // The store appended the entry, and the reply to the first call was lost.
        if (reply.kind === 'behind') await this.#follow(reply.since.slice(1));
        if (this.#lost && settles.length === 0) throw new StoreUnavailable(lostMessage);
        for (const settle of settles) settle();
        this.#writeSnapshot();
        return;
      }
      draft.undo();
      await this.#catchUp(reply);
    }
  }

  async #runLoad(initial: InitialState, batch: readonly LogStep[]): Promise<void> {
    for (;;) {
      const state = this.#owner.create(initial);
      const mine = newId();
      const packed = { text: this.#owner.pack(state), initial: packInitial(initial) };
      const reply = await this.#store.append(this.#place, this.#known, mine, `${format}[["loaded"]]`, packed);
      if (reply.kind === 'ok') {
        this.#advance(mine);
        this.#lost = false;
        this.#sinceSnapshot = 0;
        this.#owner.replace(state, true);
        for (const { resolve } of batch) resolve(undefined);
        return;
      }
      if (reply.kind === 'behind' && reply.since[0]?.id === mine) {
        await this.#reload();
        for (const { resolve } of batch) resolve(undefined);
        return;
      }
      await this.#catchUp(reply);
    }
  }

  async #catchUp(reply: Exclude<AppendReply, { kind: 'ok' }>): Promise<void> {
    switch (reply.kind) {
      case 'behind':
        return this.#follow(reply.since);
      case 'reload':
        return this.#reload();
      case 'gone':
        // Production is in every store that did not lose it.
        return this.#owner.isPermanent && (await this.#store.read(this.#place.name)) === 'gone'
          ? this.#declareLost()
          : this.#leave();
      case 'lost':
        return this.#declareLost();
    }
  }

  async #declareLost(): Promise<never> {
    const { state } = this.#owner;
    await this.#store.declareLost(this.#place, {
      text: this.#owner.pack(state),
      initial: packInitial(state.initial),
    });
    await this.#reload();
    throw new StoreUnavailable(lostMessage);
  }

  #leave(): never {
    this.#owner.onGone();
    throw new EnvironmentGone('The environment was removed or replaced by another request');
  }

  async #follow(since: readonly LogEntry[]): Promise<void> {
    if (!this.#fold(since)) await this.#reload();
  }

  /** Makes the changes of entries. Returns false if the state was replaced, so that it must be read. */
  #fold(entries: readonly LogEntry[]): boolean {
    for (const { seq, id, text } of entries) {
      if (!text.startsWith(format))
        throw new StoreUnavailable(
          `The store has an entry of format ${text.slice(0, 1)}; this version knows ${format}.`,
        );
      const changes = JSON.parse(text.slice(format.length)) as readonly Change[];
      const bodies: Buffer[] = [];
      for (const change of changes) {
        if (change[0] === 'loaded') return false;
        if (change[0] === 'lost') this.#lost = true;
        applyChange(this.#owner.state, change, bodies, this.#owner.onEnded);
      }
      this.#known = { seq, id };
      this.#sinceSnapshot++;
    }
    this.#owner.state.gates.notify();
    return true;
  }

  async #reload(): Promise<void> {
    const stored = await this.#owner.read();
    if (stored === undefined) return this.#leave();
    this.begin(stored);
  }

  #advance(id: string): void {
    this.#known = { seq: this.#known.seq + 1, id };
    this.#sinceSnapshot++;
  }

  #writeSnapshot(): void {
    if (this.#sinceSnapshot < snapshotEvery) return;
    this.#sinceSnapshot = 0;
    const text = this.#owner.pack(this.#owner.state);
    // Whoever has as many entries next writes one, if this one is not written.
    this.#store.snapshot(this.#place, this.#known, text).catch(() => undefined);
  }
}
