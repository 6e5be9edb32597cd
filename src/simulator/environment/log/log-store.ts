import { randomBytes } from 'node:crypto';
import { SharedKeys } from './shared-keys.ts';
import {
  type AppendedState,
  type CallOptions,
  type LogPlace,
  type NewState,
  StoreCalls,
  storeDeadlineMs,
} from './store-calls.ts';
import type { OnStore } from './store-event.ts';
import { openTable, type StoreClient, type StoredTable } from './stored-table.ts';

/** An entry of a log: its number, counted from 1, its random id, and its changes. */
export type LogEntry = { readonly seq: number; readonly id: string; readonly text: string };

/** The last entry that a process knows. */
export type Known = Pick<LogEntry, 'seq' | 'id'>;

/** The entry of a loss. */
export const lostEntry = 'lost';

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

export const newId = (): string => randomBytes(9).toString('base64url');

type LogStoreOptions = Pick<CallOptions, 'machine' | 'wait'> & {
  /** Begins the name of every key. */
  readonly prefix: string;
  readonly onEvent: OnStore;
};

/** The logs of all environments, in Valkey or Redis. */
export class LogStore {
  readonly #redis: StoreClient;
  readonly #keys: string;
  readonly #options: LogStoreOptions;
  readonly #calls: StoreCalls;
  readonly onEvent: OnStore;
  id = '';
  /** The API keys of all environments. */
  readonly keys = new SharedKeys((since) =>
    this.#calls.run('keys', { name: '', key: '', store: this.id }, [since]),
  );

  constructor(redis: StoreClient, options: LogStoreOptions) {
    this.#redis = redis;
    // One hash tag: a cluster has all keys in one place.
    this.#keys = `{${options.prefix}}:`;
    this.#options = options;
    this.#calls = new StoreCalls({ ...options, redis, keys: this.#keys });
    this.onEvent = options.onEvent;
  }

  /** Reads the id of the store. Returns whether the store was empty, and got one. */
  async open(): Promise<boolean> {
    const id = newId();
    const fresh = await this.#calls.within(() => this.#redis.call('SETNX', `${this.#keys}id`, id));
    this.id = `${await this.#calls.within(() => this.#redis.call('GET', `${this.#keys}id`))}`;
    return fresh === 1 && this.id === id;
  }

  /** The simulator has started, which may take longer than a request. */
  started(): void {
    this.#calls.deadlineMs = storeDeadlineMs;
  }

  /** Whether the store responds and accepts changes. */
  async isReady(): Promise<boolean> {
    const { wait } = this.#options;
    return this.#calls.replicated(wait, 'SET', `${this.#keys}ready`, '1').then(
      ([, reached]) => reached >= wait,
      () => false,
    );
  }

  table(name: string): StoredTable {
    return openTable(this.#keys + name, (...args) => this.#calls.within(() => this.#redis.call(...args)));
  }

  /** The names of all environments. */
  async names(): Promise<readonly string[]> {
    return this.#calls.within(
      () => this.#redis.call('HKEYS', `${this.#keys}environments`) as Promise<string[]>,
    );
  }

  /** The keys of environments, null if there is none of the name. A store that was emptied gets an id. */
  async keysOf(names: readonly string[]): Promise<readonly (string | null)[]> {
    const environments = `${this.#keys}environments`;
    const [keys, id] = await this.#calls.within(() =>
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
   * the same id while the store does not respond: its condition makes that safe. Throws if the call may have been made, and the
   * log no longer shows it.
   */
  async append(
    place: LogPlace,
    known: Known,
    mine: string,
    changes: string,
    state?: AppendedState,
  ): Promise<AppendReply> {
    const args = [`${known.seq}`, known.id, mine, changes];
    const [kind, since] = await this.#calls.run('append', place, args, state, changes !== '');
    if (kind === 'behind') return { kind, since: entriesOf(since) };
    if (kind === 'ok') await this.keys.catchUp(since);
    return { kind: kind as 'ok' | 'reload' | 'gone' | 'lost' };
  }

  /** @param hash the initial state that the caller has */
  async read(name: string, hash = ''): Promise<StoredLog | 'gone' | 'lost'> {
    const place = { name, key: '', store: this.id };
    const [kind, key, endsAt, snapshot, text, since] = await this.#calls.run('read', place, [hash]);
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
    await this.#calls.run('snapshot', place, [`${seq}`, id, text]);
  }

  async create(
    place: LogPlace,
    state: NewState,
    how: { readonly replace: boolean; readonly most: number; readonly endsAt: number | undefined },
  ): Promise<'created' | 'replaced' | 'exists' | 'too-many' | 'lost'> {
    const args = [how.replace ? '1' : '', `${how.most}`, newId(), `${how.endsAt ?? ''}`];
    const [kind] = await this.#calls.run('create', place, args, state, true);
    return kind as 'created';
  }

  async remove(place: LogPlace): Promise<boolean> {
    return (await this.#calls.run('remove', place, [], undefined, true))[0] === 'removed';
  }

  async declareLost(place: LogPlace, state: NewState): Promise<void> {
    const [, id] = await this.#calls.run('declareLost', place, [newId(), newId(), newId()], state);
    this.id = id as string;
  }

  pause(ms: number): Promise<void> {
    return this.#options.machine.sleep(ms);
  }

  close(): void {
    this.#redis.disconnect();
  }
}

function entriesOf(reply: unknown): readonly LogEntry[] {
  const entries = reply as readonly (readonly [string, readonly [string, string, string, string]])[];
  return entries.map(([seq, [, id, , text]]) => ({ seq: Number.parseInt(seq, 10), id, text }));
}
