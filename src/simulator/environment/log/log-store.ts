import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { PackedInitial } from './pack.ts';
import { hashes, scripts } from './scripts.ts';
import { SharedKeys } from './shared-keys.ts';
import type { OnStore } from './store-event.ts';
import { openTable, type StoreClient, type StoredTable } from './stored-table.ts';

/** An entry of a log: its number, counted from 1, its random id, and its changes. */
export type LogEntry = { readonly seq: number; readonly id: string; readonly text: string };

/** The last entry that a process knows. */
export type Known = Pick<LogEntry, 'seq' | 'id'>;

/** An environment in the store. Its key differs from that of an earlier environment of the same name. */
export type LogPlace = {
  readonly name: string;
  readonly key: string;
  /** The id of the store: another one once all its data was lost. */
  readonly store: string;
};

/** The entry of a loss. */
export const lostEntry = 'lost';

/** A state that an entry begins with. `keys`: the API keys, in JSON. */
export type NewState = { readonly text: string; readonly initial: PackedInitial; readonly keys: string };

/** What an entry says beside its changes: a new state, or only other keys. */
export type AppendedState = NewState | Pick<NewState, 'keys'>;

export type AppendReply =
  | { readonly kind: 'ok' }
  | { readonly kind: 'behind'; readonly since: readonly LogEntry[] }
  /** The known entry is older than the log. */
  | { readonly kind: 'reload' }
  /** The environment was removed or replaced. */
  | { readonly kind: 'gone' }
  /** The store does not have the known entry, and should. */
  | { readonly kind: 'lost' };

export type StoredLog = {
  readonly key: string;
  /** Milliseconds since 1970. Undefined if the environment does not end by itself. */
  readonly endsAt: number | undefined;
  readonly known: Known;
  readonly text: string;
  /** The text is empty if the caller has the initial state. */
  readonly initial: { readonly hash: string; readonly text: string };
  readonly since: readonly LogEntry[];
};

/** How long a request waits for the store. */
export const storeDeadlineMs = 1_000;
const retryMs = 20;

export const newId = (): string => randomBytes(9).toString('base64url');

type Reply = readonly [string, ...unknown[]];

type LogStoreOptions = {
  /** Begins the name of every key. */
  readonly prefix: string;
  /** The clock by which calls are repeated. */
  readonly machine: Clock;
  /** How many replicas must have a change. */
  readonly wait: number;
  readonly onEvent: OnStore;
};

/** The logs of all environments, in Valkey or Redis. */
export class LogStore {
  readonly #redis: StoreClient;
  readonly #keys: string;
  readonly #machine: Clock;
  readonly #wait: number;
  readonly onEvent: OnStore;
  id = '';
  /** The API keys of all environments. */
  readonly keys = new SharedKeys((since) =>
    this.#call('keys', { name: '', key: '', store: this.id }, [since]),
  );
  #deadlineMs = 10 * storeDeadlineMs;

  constructor(redis: StoreClient, { prefix, machine, wait, onEvent }: LogStoreOptions) {
    this.#redis = redis;
    // One hash tag: a cluster has all keys in one place.
    this.#keys = `{${prefix}}:`;
    this.#machine = machine;
    this.#wait = wait;
    this.onEvent = onEvent;
  }

  /** Reads the id of the store. Returns whether the store was empty, and got one. */
  async open(): Promise<boolean> {
    const id = newId();
    const fresh = await this.#within(() => this.#redis.call('SETNX', `${this.#keys}id`, id));
    this.id = `${await this.#within(() => this.#redis.call('GET', `${this.#keys}id`))}`;
    return fresh === 1 && this.id === id;
  }

  /** The simulator has started, which may take longer than a request. */
  started(): void {
    this.#deadlineMs = storeDeadlineMs;
  }

  /** Whether the store responds and accepts changes. */
  async isReady(): Promise<boolean> {
    return this.#redis.call('SET', `${this.#keys}ready`, '1').then(
      () => true,
      () => false,
    );
  }

  table(name: string): StoredTable {
    return openTable(this.#keys + name, (...args) => this.#within(() => this.#redis.call(...args)));
  }

  /** The names of all environments. */
  async names(): Promise<readonly string[]> {
    return this.#within(() => this.#redis.call('HKEYS', `${this.#keys}environments`) as Promise<string[]>);
  }

  /** The keys of environments, null if there is none of the name. A store that was emptied gets an id. */
  async keysOf(names: readonly string[]): Promise<readonly (string | null)[]> {
    const environments = `${this.#keys}environments`;
    const [keys, id] = await this.#within(() =>
      Promise.all([
        this.#redis.call('HMGET', environments, ...names),
        this.#redis.call('GET', `${this.#keys}id`),
      ]),
    );
    if (id !== this.id) await this.open();
    return keys as readonly (string | null)[];
  }

  /**
   * Appends changes after a known entry. `changes` is empty to learn only whether there are later entries. It is repeated with
   * the same id while the store does not respond: its condition makes that safe.
   */
  async append(
    place: LogPlace,
    known: Known,
    mine: string,
    changes: string,
    state?: AppendedState,
  ): Promise<AppendReply> {
    const [kind, since] = await this.#call('append', place, [`${known.seq}`, known.id, mine, changes], state);
    if (kind === 'behind') return { kind, since: entriesOf(since) };
    if (kind === 'ok') await this.keys.catchUp(since);
    if (kind === 'ok' && changes !== '' && this.#wait > 0) await this.#awaitReplicas();
    return { kind: kind as 'ok' | 'reload' | 'gone' | 'lost' };
  }

  /** @param hash the initial state that the caller has */
  async read(name: string, hash = ''): Promise<StoredLog | 'gone' | 'lost'> {
    const place = { name, key: '', store: this.id };
    const [kind, key, endsAt, snapshot, text, since] = await this.#call('read', place, [hash]);
    if (kind !== 'state') return kind as 'gone' | 'lost';
    const [seq, id, state, initial] = snapshot as [string, string, string, string];
    return {
      key: key as string,
      endsAt: endsAt === '' ? undefined : Number(endsAt),
      known: { seq: Number(seq), id },
      text: state,
      initial: { hash: initial, text: text as string },
      since: entriesOf(since),
    };
  }

  async snapshot(place: LogPlace, { seq, id }: Known, text: string): Promise<void> {
    await this.#call('snapshot', place, [`${seq}`, id, text]);
  }

  async create(
    place: LogPlace,
    state: NewState,
    how: { readonly replace: boolean; readonly most: number; readonly endsAt: number | undefined },
  ): Promise<'created' | 'replaced' | 'exists' | 'too-many' | 'lost'> {
    const args = [how.replace ? '1' : '', `${how.most}`, newId(), `${how.endsAt ?? ''}`];
    const [kind] = await this.#call('create', place, args, state);
    return kind as 'created';
  }

  async remove(place: LogPlace): Promise<boolean> {
    return (await this.#call('remove', place, []))[0] === 'removed';
  }

  async declareLost(place: LogPlace, state: NewState): Promise<void> {
    const [, id] = await this.#call('declareLost', place, [newId(), newId(), newId()], state);
    this.id = id as string;
  }

  pause(ms: number): Promise<void> {
    return this.#machine.sleep(ms);
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** Calls a function of the store. Sends the text of an initial state only to a store that does not have it. */
  async #call(
    name: keyof typeof scripts,
    place: LogPlace,
    args: readonly string[],
    appended?: AppendedState,
  ): Promise<Reply> {
    const state = appended !== undefined && 'text' in appended ? appended : undefined;
    const run = (initial: string): Promise<unknown> => {
      const ofState = [state?.text ?? '', state?.initial.hash ?? '', initial, appended?.keys ?? ''];
      const given = ['1', `${this.#keys}id`, place.store, place.name, place.key, ...args, ...ofState];
      return this.#within(() =>
        this.#redis.call('EVALSHA', hashes[name] ?? '', ...given).catch((error: Error) => {
          if (!error.message.startsWith('NOSCRIPT')) throw error;
          return this.#redis.call('EVAL', scripts[name], ...given);
        }),
      );
    };
    const reply = (await run('')) as Reply;
    return reply[0] === 'initial' ? ((await run(state?.initial.text() ?? '')) as Reply) : reply;
  }

  /** Repeats a call until the deadline. */
  async #within<T>(call: () => Promise<T>): Promise<T> {
    const deadline = this.#machine.now() + this.#deadlineMs;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        // A connection that does not respond is not used for the next call.
        if (error instanceof Error && error.message === 'Command timed out') this.#redis.disconnect(true);
        if (this.#machine.now() + retryMs >= deadline)
          throw new StoreUnavailable('the store does not respond', { cause: error });
        await this.#machine.sleep(retryMs);
      }
    }
  }

  async #awaitReplicas(): Promise<void> {
    const reached = await this.#redis.call('WAIT', `${this.#wait}`, `${storeDeadlineMs}`).catch(() => 0);
    if (Number(reached) < this.#wait)
      throw new StoreUnavailable(`fewer than ${this.#wait} replicas have the change`);
  }
}

function entriesOf(reply: unknown): readonly LogEntry[] {
  const entries = reply as readonly (readonly [string, readonly [string, string, string, string]])[];
  return entries.map(([seq, [, id, , text]]) => ({ seq: Number.parseInt(seq, 10), id, text }));
}
