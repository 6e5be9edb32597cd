import { randomBytes } from 'node:crypto';
import type { Clock } from '../../../clock.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import type { PackedInitial } from './packed-state.ts';
import * as scripts from './scripts.ts';

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

/** A state that an entry begins with. */
export type NewState = { readonly text: string; readonly initial: PackedInitial };

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
  /** Without its text if the caller has it. */
  readonly initial: { readonly hash: string; readonly text: string | undefined };
  readonly since: readonly LogEntry[];
};

/** How long a request waits for the store. */
export const storeDeadlineMs = 1_000;
const retryMs = 20;

export const newId = (): string => randomBytes(9).toString('base64url');

type Reply = readonly [string, ...unknown[]];

/** The client of the store, without its types: those of the package that users install name no other package. */
export type StoreClient = {
  call(command: string, ...args: readonly string[]): Promise<unknown>;
  defineCommand(name: string, script: { readonly numberOfKeys: number; readonly lua: string }): void;
  disconnect(reconnect?: boolean): void;
};

/** The logs of all environments, in Valkey or Redis. */
export class LogStore {
  readonly #redis: StoreClient;
  readonly #keys: string;
  readonly #machine: Clock;
  /** How many replicas must have a change, and for how many milliseconds to wait for them. */
  readonly #wait: number;
  readonly #commands = new Map<string, string>();
  id = '';
  /** Called when a call gets no reply, before it is repeated. */
  onStall: (() => void) | undefined;

  /**
   * @param prefix begins the name of every key
   * @param machine the clock by which calls are repeated
   */
  constructor(redis: StoreClient, prefix: string, machine: Clock, wait: number) {
    this.#redis = redis;
    // One hash tag: a cluster has all keys in one place.
    this.#keys = `{${prefix}}:`;
    this.#machine = machine;
    this.#wait = wait;
    for (const [name, lua] of Object.entries(scripts)) {
      redis.defineCommand(name, { numberOfKeys: 1, lua });
      this.#commands.set(lua, name);
    }
  }

  /** Reads the id of the store. Returns whether the store was empty, and got one. */
  async open(): Promise<boolean> {
    const id = newId();
    const fresh = await this.#within(() => this.#redis.call('SETNX', `${this.#keys}id`, id));
    this.id = `${await this.#within(() => this.#redis.call('GET', `${this.#keys}id`))}`;
    return fresh === 1 && this.id === id;
  }

  /** Whether the store responds and accepts changes. */
  async isReady(): Promise<boolean> {
    return this.#redis.call('SET', `${this.#keys}ready`, '1').then(
      () => true,
      () => false,
    );
  }

  /** The names of all environments. */
  async names(): Promise<readonly string[]> {
    const reply = await this.#within(() => this.#redis.call('HGETALL', `${this.#keys}environments`));
    const fields = reply as readonly string[];
    return fields.filter((_, at) => at % 2 === 0);
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
    state?: NewState,
  ): Promise<AppendReply> {
    const args = [place.name, place.key, `${known.seq}`, known.id, mine, changes, state?.text ?? ''];
    const [kind, since] = await this.#callWithInitial(scripts.append, place.store, args, state?.initial);
    if (kind === 'behind') return { kind, since: entriesOf(since) };
    if (kind === 'ok' && changes !== '' && this.#wait > 0) await this.#awaitReplicas();
    return { kind: kind as 'ok' | 'reload' | 'gone' | 'lost' };
  }

  /** @param hash the initial state that the caller has */
  async read(name: string, hash = ''): Promise<StoredLog | 'gone' | 'lost'> {
    const [kind, key, endsAt, snapshot, text, since] = await this.#call(scripts.read, this.id, [
      name,
      '',
      hash,
    ]);
    if (kind !== 'state') return kind as 'gone' | 'lost';
    const [seq, id, state, initial] = snapshot as [string, string, string, string];
    return {
      key: key as string,
      endsAt: endsAt === '' ? undefined : Number(endsAt),
      known: { seq: Number(seq), id },
      text: state,
      initial: { hash: initial, text: text === '' ? undefined : (text as string) },
      since: entriesOf(since),
    };
  }

  async snapshot({ name, key, store }: LogPlace, { seq, id }: Known, text: string): Promise<void> {
    await this.#call(scripts.snapshot, store, [name, key, `${seq}`, id, text]);
  }

  async create(
    place: LogPlace,
    state: NewState,
    how: { readonly replace: boolean; readonly most: number; readonly endsAt: number | undefined },
  ): Promise<'created' | 'replaced' | 'exists' | 'too-many' | 'lost'> {
    const args = [place.name, place.key, how.replace ? '1' : '', `${how.most}`, newId(), state.text];
    const [kind] = await this.#callWithInitial(scripts.create, place.store, args, state.initial, [
      `${how.endsAt ?? ''}`,
    ]);
    return kind as 'created';
  }

  async remove({ name, key, store }: LogPlace): Promise<boolean> {
    return (await this.#call(scripts.remove, store, [name, key]))[0] === 'removed';
  }

  async declareLost({ name, key, store }: LogPlace, state: NewState): Promise<void> {
    const args = [name, key, newId(), newId(), state.text];
    const [, id] = await this.#callWithInitial(scripts.declareLost, store, args, state.initial, [newId()]);
    this.id = id as string;
  }

  pause(ms: number): Promise<void> {
    return this.#machine.sleep(ms);
  }

  close(): void {
    this.#redis.disconnect();
  }

  /** Sends the text of an initial state only to a store that does not have it. */
  async #callWithInitial(
    lua: string,
    store: string,
    args: readonly string[],
    initial: PackedInitial | undefined,
    rest: readonly string[] = [],
  ): Promise<Reply> {
    const [hash, text] = [initial?.hash ?? '', initial?.text ?? ''];
    const reply = await this.#call(lua, store, [...args, hash, '', ...rest]);
    return reply[0] === 'initial' ? this.#call(lua, store, [...args, hash, text, ...rest]) : reply;
  }

  #call(lua: string, store: string, args: readonly string[]): Promise<Reply> {
    const name = this.#commands.get(lua) ?? '';
    const commands = this.#redis as unknown as Record<string, (...args: readonly string[]) => Promise<Reply>>;
    return this.#within(
      () => commands[name]?.call(this.#redis, `${this.#keys}id`, store, ...args) ?? Promise.reject(),
    );
  }

  /** Repeats a call until the deadline. */
  async #within<T>(call: () => Promise<T>): Promise<T> {
    const deadline = this.#machine.now() + storeDeadlineMs;
    for (;;) {
      try {
        return await call();
      } catch (error) {
        if (error instanceof Error && error.message === 'Command timed out') this.onStall?.();
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
