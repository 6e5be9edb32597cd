import { readFile } from 'node:fs/promises';
import { createClient, RESP_TYPES } from '@redis/client';
import { UserError } from '../../../shared/user-error.ts';
import { StoreFailure } from '../store-failure.ts';
import { type FunctionName, libraryName, librarySource } from './functions.ts';
import { type Pause, ReplyWatch } from './reply-watch.ts';
import type { StoreAddress } from './store-address.ts';

/** A reply of a function: texts, integers, and lists of them; Buffers if the call asked for them. */
export type Reply = string | number | Buffer | null | readonly Reply[];

/** An argument of a function. */
export type Argument = string | Buffer;

/** The connection of this process to a shared store. */
export interface ValkeyLink {
  readonly prefix: string;
  /** The id of the server process that is connected. Changes with a restart and a failover. */
  readonly server: string;
  /**
   * Calls a function once. It is never sent again: rejects with a StoreFailure `unavailable` if no reply arrives in time, and
   * then the outcome is unknown.
   */
  call(name: FunctionName, keys: readonly string[], args: readonly Argument[]): Promise<readonly Reply[]>;
  /** Like `call`, with texts of the reply as Buffers. */
  callForBytes(
    name: FunctionName,
    keys: readonly string[],
    args: readonly Argument[],
  ): Promise<readonly Reply[]>;
  /** Returns the members of a sorted set, in order. */
  members(key: string): Promise<readonly string[]>;
  /** Whether the server responds in time. */
  responds(): Promise<boolean>;
  close(): void;
}

/**
 * Connects to a shared store and loads the functions. Connects again by itself after every failure. Throws a UserError with
 * exit code 3 if the first connection fails.
 */
export async function connectValkey(address: StoreAddress, pause: Pause): Promise<ValkeyLink> {
  const ca = address.caFile === undefined ? undefined : await readFile(address.caFile);
  const link = new ReconnectingLink(address, ca, pause);
  try {
    await link.connect();
  } catch (error) {
    link.close();
    if (error instanceof UserError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(
      {
        where: '--store',
        what: `${address.shown} cannot be used: ${why}`,
        hint: 'start Valkey 7.2 or newer, or Redis 7 or newer, there; docs/guides/shared-store.md lists what its user may do',
      },
      3,
    );
  }
  return link;
}

type Client = ReturnType<typeof newClient>;

/** A client that neither queues commands while it is not connected nor connects again. */
function newClient({ url, timeoutMs }: StoreAddress, ca: Buffer | undefined) {
  const tls = url.startsWith('rediss:') && ca !== undefined ? { tls: true as const, ca } : {};
  return createClient({
    url,
    RESP: 2,
    disableOfflineQueue: true,
    disableClientInfo: true,
    // A signal for each command would cost more than the command: see ReplyWatch.
    commandOptions: { timeout: 0 },
    socket: { connectTimeout: timeoutMs, reconnectStrategy: false, ...tls },
  });
}

const asBuffers = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } as const;
const longestPauseMs = 1_000;

class ReconnectingLink implements ValkeyLink {
  readonly prefix: string;
  server = '';
  readonly #address: StoreAddress;
  readonly #ca: Buffer | undefined;
  readonly #pause: Pause;
  readonly #life = new AbortController();
  #client: Client | undefined;
  #watch: ReplyWatch | undefined;
  #ready = false;
  #attempts = 0;

  constructor(address: StoreAddress, ca: Buffer | undefined, pause: Pause) {
    this.#address = address;
    this.#ca = ca;
    this.#pause = pause;
    this.prefix = address.prefix;
  }

  /** Makes one attempt. A client that fails later is replaced, so that no command waits in its queue. */
  async connect(): Promise<void> {
    const client = newClient(this.#address, this.#ca);
    this.#client = client;
    client.on('error', () => this.#replace(client));
    client.on('end', () => this.#replace(client));
    await this.#inTime(client.connect());
    const server = await this.#prepare(client);
    if (this.#client !== client) throw new Error('the connection was closed');
    this.server = server;
    this.#watch = new ReplyWatch(this.#address.timeoutMs, this.#pause, this.#life.signal, () =>
      this.#replace(client),
    );
    this.#ready = true;
    this.#attempts = 0;
  }

  async call(name: FunctionName, keys: readonly string[], args: readonly Argument[]) {
    return this.#call(name, keys, args, {});
  }

  async callForBytes(name: FunctionName, keys: readonly string[], args: readonly Argument[]) {
    return this.#call(name, keys, args, asBuffers);
  }

  async members(key: string): Promise<readonly string[]> {
    const names = await this.#send(['ZRANGE', key, '0', '-1'], {});
    return Array.isArray(names) ? names.map(String) : [];
  }

  async responds(): Promise<boolean> {
    return this.#send(['PING'], {}).then(
      () => true,
      () => false,
    );
  }

  close(): void {
    this.#life.abort();
    this.#ready = false;
    if (this.#client?.isOpen) this.#client.destroy();
  }

  async #call(
    name: FunctionName,
    keys: readonly string[],
    args: readonly Argument[],
    options: object,
  ): Promise<readonly Reply[]> {
    const command = ['FCALL', `${libraryName}_${name}`, `${keys.length}`, ...keys, ...args];
    const reply = await this.#send(command, options);
    if (!Array.isArray(reply)) throw new Error(`the function ${name} returned ${typeof reply}`);
    return reply;
  }

  async #send(command: Argument[], options: object): Promise<Reply> {
    const client = this.#client;
    const watch = this.#watch;
    if (!this.#ready || client === undefined || watch === undefined) throw unavailable('it is not connected');
    try {
      return (await watch.watch(client.sendCommand(command, options))) as Reply;
    } catch (error) {
      if (this.#ready && this.#client === client) this.#replace(client);
      if (watch.isLate) throw unavailable(`no response within ${this.#address.timeoutMs} ms`, error);
      throw unavailable(error instanceof Error ? error.message : 'it did not respond', error);
    }
  }

  /** Drops a client. Its commands fail; those that were sent have an unknown outcome. */
  #replace(client: Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#ready = false;
    if (client.isOpen) client.destroy();
    void this.#connectLater(Math.min(longestPauseMs, 25 * 2 ** this.#attempts++));
  }

  async #connectLater(ms: number): Promise<void> {
    await this.#pause(ms, this.#life.signal);
    if (this.#life.signal.aborted) return;
    await this.connect().catch(() => this.#client && this.#replace(this.#client));
  }

  /** Loads the functions, unless they are there, and returns the id of the server process. */
  async #prepare(client: Client): Promise<string> {
    const info = String(await this.#inTime(client.sendCommand(['INFO', 'server'])));
    const id = /^run_id:(\w+)/m.exec(info)?.[1];
    if (id === undefined) throw new Error('INFO shows no run_id');
    if (/^redis_mode:cluster/m.test(info))
      throw new UserError({
        where: '--store',
        what: `${this.#address.shown} is a node of a cluster`,
        expected: 'a server that is not in a cluster',
      });
    try {
      await this.#inTime(client.sendCommand(['FUNCTION', 'LOAD', librarySource]));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('already exists'))) throw error;
    }
    return id;
  }

  async #inTime<T>(pending: Promise<T>): Promise<T> {
    const { timeoutMs } = this.#address;
    const settled = new AbortController();
    const late = this.#pause(timeoutMs, settled.signal).then(() => {
      if (!settled.signal.aborted) throw new Error(`no response within ${timeoutMs} ms`);
      return pending;
    });
    try {
      return await Promise.race([pending, late]);
    } finally {
      settled.abort();
      // Whichever lost may still fail.
      late.catch(() => undefined);
    }
  }
}

function unavailable(why: string, cause?: unknown): StoreFailure {
  return new StoreFailure('unavailable', `The shared store cannot be reached: ${why}.`, { cause });
}
