import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Environment, EnvironmentState } from '../environment.ts';
import type { InitialState } from '../initial-state.ts';
import type { JournalEntry } from '../journal/journal-entry.ts';
import type { Steps } from '../steps.ts';
import { EnvironmentGone, StoreUnavailable } from '../store-unavailable.ts';
import { applyChange, type Change, Draft, keysIn } from './changes.ts';
import { runStep, type Step } from './log-step.ts';
import {
  type AppendReply,
  type Known,
  type LogEntry,
  type LogStore,
  lostEntry,
  newId,
  type StoredLog,
} from './log-store.ts';
import { pack, unpack } from './pack.ts';
import type { AppendedState, LogPlace, NewState } from './store-calls.ts';

/** How many steps one call confirms. */
const maxBatch = 512;
/** A snapshot is written after so many entries of at most 16 KiB. */
const snapshotEvery = 1_000;
/** How far a process that follows an environment may be behind. */
const followMs = 25;
const lostMessage =
  'The store lost entries of this environment that were confirmed, for example in a failover. Reset it, or load a scenario.';

/** What one call appends; `text` is empty to learn only whether there are later entries. */
type Attempt = {
  readonly text: string;
  readonly state?: AppendedState | undefined;
  keep(): void;
  undo?(): void;
};

export type LogOptions = {
  readonly store: LogStore;
  /** Whether the environment cannot be removed. */
  readonly isPermanent: boolean;
  pack(state: EnvironmentState): NewState;
  /** Reads the environment from the store. Returns undefined if it is no longer there. */
  read(current: InitialState): Promise<(StoredLog & { readonly state: EnvironmentState }) | undefined>;
  /** Called with each exchange that ended in another process. */
  onEnded(entry: JournalEntry): void;
  /** Called when the environment is no longer in the store. */
  onGone(): void;
};

/**
 * Runs the steps of requests on the state of an environment and appends their changes to its log. A step takes effect when its
 * changes are in the log, or, without changes, when the store has confirmed that the state is the latest. If another process
 * was faster, the changes are undone, those of the other are made, and the steps run again. One call is under way at a time.
 */
export class EnvironmentLog implements Steps {
  readonly #options: LogOptions;
  readonly #environment: Environment;
  place: LogPlace;
  #known: Known = { seq: 0, id: '' };
  #waiting: Step[] = [];
  readonly #followers = new Set<AbortSignal>();
  #isRunning = false;
  #isFollowing = false;
  #isLost = false;
  #sinceSnapshot = 0;

  constructor(options: LogOptions, environment: Environment, place: LogPlace) {
    this.#options = options;
    this.#environment = environment;
    this.place = place;
  }

  /** Begins with a state that was read from the store, which the environment has. */
  begin({ key, known, since }: StoredLog): void {
    this.place = { ...this.place, key, store: this.#options.store.id };
    this.#known = known;
    this.#isLost = false;
    this.#sinceSnapshot = 0;
    this.#fold(since);
  }

  /** Runs a step, possibly more than once. Resolves to what it returned the last time, once that is final. */
  step<T>(run: () => T): Promise<T> {
    return this.#add(run, false);
  }

  /** Replaces the state, in one entry. `initial` may depend on the state that is replaced. */
  load(initial: () => InitialState): Promise<void> {
    return this.#add(initial, true);
  }

  /** Asks for what other processes change until the signal aborts. */
  follow(signal: AbortSignal): void {
    if (signal.aborted) return;
    signal.addEventListener('abort', () => this.#followers.delete(signal), { once: true });
    this.#followers.add(signal);
    if (!this.#isFollowing) void this.#followAll();
  }

  async #followAll(): Promise<void> {
    this.#isFollowing = true;
    while (this.#followers.size > 0) {
      // A store that does not respond may do so the next time.
      await this.step(() => undefined).catch(() => undefined);
      await this.#options.store.pause(followMs);
    }
    this.#isFollowing = false;
  }

  #add<T>(run: () => unknown, loads: boolean): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ run, loads, resolve: resolve as Step['resolve'], reject });
      if (this.#isRunning) return;
      this.#isRunning = true;
      setImmediate(() => void this.#runAll());
    });
  }

  async #runAll(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#takeBatch();
      const [first] = batch;
      try {
        await this.#append(() => (first?.loads ? this.#attemptLoad(first) : this.#attemptSteps(batch)));
        this.#writeSnapshot();
      } catch (error) {
        // After an entry that could not be read, the state is read from the store.
        if (!(error instanceof StoreUnavailable)) this.#known = { seq: 0, id: '' };
        for (const { reject } of batch) reject(error);
      }
      // What the steps returned is used before the state changes again.
      await nextTurn();
    }
    this.#isRunning = false;
  }

  /** Takes steps from the beginning: a load alone. */
  #takeBatch(): readonly Step[] {
    const load = this.#waiting.findIndex(({ loads }) => loads);
    return this.#waiting.splice(0, load < 0 ? maxBatch : Math.max(1, Math.min(load, maxBatch)));
  }

  #attemptSteps(batch: readonly Step[]): Attempt {
    const draft = new Draft(this.#environment.state);
    const settles = this.#isLost ? undefined : batch.map(runStep);
    const changes = draft.end();
    return {
      text: changes.length === 0 ? '' : pack(changes),
      state: keysIn(changes, this.#environment.state),
      keep: () => {
        draft.keep();
        if (settles === undefined) throw new StoreUnavailable(lostMessage);
        for (const settle of settles) settle();
      },
      undo: () => draft.undo(),
    };
  }

  #attemptLoad({ run, resolve }: Step): Attempt {
    const state = this.#environment.create(run() as InitialState);
    return {
      text: pack([['loaded', undefined]] satisfies Change[]),
      state: this.#options.pack(state),
      keep: () => {
        this.#isLost = false;
        this.#environment.replace(state, true);
        resolve(undefined);
      },
    };
  }

  async #append(attempt: () => Attempt): Promise<void> {
    for (;;) {
      const { text, state, keep, undo } = attempt();
      const mine = newId();
      const call = this.#options.store.append(this.place, this.#known, mine, text, state);
      // A call that failed may still arrive: the next one finds its entry, as that of another process.
      const reply = await call.catch((error: unknown) => {
        undo?.();
        throw error;
      });
      if (reply.kind === 'ok') {
        if (text !== '') this.#advance({ seq: this.#known.seq + 1, id: mine }, text);
        return keep();
      }
      undo?.();
      await this.#catchUp(reply);
    }
  }

  async #catchUp(reply: Exclude<AppendReply, { kind: 'ok' }>): Promise<void> {
    const { store, isPermanent } = this.#options;
    if (reply.kind === 'behind' && this.#fold(reply.since)) return;
    // Production is in every store that did not lose it.
    if (reply.kind === 'gone' && !(isPermanent && (await store.read(this.place.name)) === 'gone'))
      this.#leave();
    if (reply.kind === 'lost' || reply.kind === 'gone')
      await store.declareLost(this.place, this.#options.pack(this.#environment.state));
    const stored = await this.#options.read(this.#environment.state.initial);
    if (stored === undefined) return this.#leave();
    this.#environment.replace(stored.state, false);
    this.begin(stored);
  }

  #leave(): never {
    this.#options.onGone();
    throw new EnvironmentGone('The environment was removed or replaced by another request');
  }

  /** Makes the changes of entries. Returns false if the state was replaced, so that it must be read. */
  #fold(entries: readonly LogEntry[]): boolean {
    const state = this.#environment.state;
    for (const { text, ...known } of entries) {
      this.#isLost ||= text === lostEntry;
      const changes = ['', lostEntry].includes(text) ? [] : (unpack(text) as readonly Change[]);
      for (const change of changes) {
        if (change[0] === 'loaded') return false;
        applyChange(state, change, this.#options.onEnded);
      }
      this.#advance(known, text);
    }
    state.gates.notify();
    return true;
  }

  #advance(known: Known, text: string): void {
    this.#known = known;
    this.#sinceSnapshot += 1 + Math.floor(text.length / 16_384);
  }

  #writeSnapshot(): void {
    if (this.#sinceSnapshot < snapshotEvery) return;
    this.#sinceSnapshot = 0;
    const { store, pack: packState } = this.#options;
    // If it is not written, another process writes one.
    store.snapshot(this.place, this.#known, packState(this.#environment.state).text).catch(() => undefined);
  }
}
