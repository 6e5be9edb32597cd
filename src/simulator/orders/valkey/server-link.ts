import { RESP_TYPES } from '@redis/client';
import { StoreFailure } from '../store-failure.ts';
import { type FunctionName, libraryName, librarySource } from './functions.ts';
import { type Client, connectTimeout, newClient, type SecuredAddress } from './new-client.ts';
import { ReplyWatch } from './reply-watch.ts';
import type { Argument, LinkOptions, Reply, ValkeyLink } from './valkey-link.ts';

/** A node of a cluster has not done a call, because another node has the slot of its keys. */
export class MovedSlot extends Error {
  /** The other node: `host:port`. */
  readonly to: string;

  constructor(to: string) {
    super(`the keys are at ${to}`);
    this.to = to;
  }
}

const asBuffers = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } } as const;
/** Replies to one call that say nothing of others: its slot is moving to another node, or the server has no memory. */
const refusals = /^(?:ASK|TRYAGAIN|CLUSTERDOWN|OOM) /;
const longestPauseMs = 1_000;

/** The connection to one server. A client that fails is replaced, so that no command waits in its queue. */
export class ServerLink implements ValkeyLink {
  readonly prefix: string;
  readonly #address: SecuredAddress;
  readonly #locate: () => Promise<string>;
  readonly #options: LinkOptions;
  readonly #life = new AbortController();
  #client: Client | undefined;
  #watch: ReplyWatch | undefined;
  #server = '';
  #isReady = false;
  #isInCluster = false;

  /** `locate` returns the address to connect to, each time. */
  constructor(address: SecuredAddress, locate: () => Promise<string>, options: LinkOptions) {
    this.#address = address;
    this.#locate = locate;
    this.#options = options;
    this.prefix = address.prefix;
  }

  /** The server that it connected to last: `host:port`. */
  get server(): string {
    return this.#server;
  }

  get isReady(): boolean {
    return this.#isReady;
  }

  /** Whether the server is a node of a cluster. */
  get isInCluster(): boolean {
    return this.#isInCluster;
  }

  /** Makes one attempt. */
  async connect(): Promise<void> {
    const url = await this.#locate();
    const client = newClient(url, this.#address);
    this.#client = client;
    this.#server = new URL(url).host;
    let failure: Error | undefined;
    client.on('error', (error) => {
      failure = error;
      this.#drop(client, error.message);
    });
    client.on('end', () => this.#drop(client, 'the connection was closed'));
    try {
      await this.#inTime(client.connect());
      await this.#prepare(client);
      if (this.#client !== client) throw new Error('the connection was closed');
    } catch (error) {
      this.#drop(client, '');
      // A client that was dropped says only that it was.
      throw failure ?? error;
    }
    const { timeoutMs } = this.#address;
    const onLate = () => this.#drop(client, this.#lateness);
    this.#watch = new ReplyWatch(timeoutMs, this.#options.pause, this.#life.signal, onLate);
    this.#isReady = true;
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
    this.#isReady = false;
    if (this.#client?.isOpen) this.#client.destroy();
  }

  get #lateness(): string {
    return `no response within ${this.#address.timeoutMs} ms`;
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
    if (!this.#isReady || client === undefined || watch === undefined)
      throw unavailable('it is not connected');
    try {
      return (await watch.watch(client.sendCommand(command, options))) as Reply;
    } catch (error) {
      const message = error instanceof Error ? error.message : 'it did not respond';
      const [, host = '', port] = /^MOVED \d+ (.*):(\d+)$/.exec(message) ?? [];
      if (port !== undefined)
        throw new MovedSlot(`${host || new URL(`redis://${this.#server}`).hostname}:${port}`);
      if (refusals.test(message))
        throw new StoreFailure('unavailable', `The shared store refuses: ${message}`);
      if (this.#isReady && this.#client === client) this.#drop(client, message);
      throw unavailable(watch.isLate ? this.#lateness : message, error);
    }
  }

  /** Drops a client. Its commands fail; those that were sent have an unknown outcome. */
  #drop(client: Client, why: string): void {
    if (this.#client !== client) return;
    const wasReady = this.#isReady;
    this.#client = undefined;
    this.#isReady = false;
    if (client.isOpen) client.destroy();
    if (!wasReady || this.#life.signal.aborted) return;
    this.#options.report({ kind: 'lost', server: this.#server, why });
    void this.#connectAgain();
  }

  async #connectAgain(): Promise<void> {
    for (let ms = 25; !this.#isReady; ms = Math.min(2 * ms, longestPauseMs)) {
      await this.#options.pause(ms, this.#life.signal);
      if (this.#life.signal.aborted) return;
      await this.connect().catch(() => undefined);
    }
    this.#options.report({ kind: 'back', server: this.#server });
  }

  /** Loads the functions, unless they are there. Throws an error if the server is a replica, which can change nothing. */
  async #prepare(client: Client): Promise<void> {
    const info = String(await this.#inTime(client.sendCommand(['INFO', 'server', 'replication', 'memory'])));
    this.#isInCluster = /^redis_mode:cluster/m.test(info);
    const isReplica = !/^role:master/m.test(info);
    // A replica of a cluster has the functions of its primary, and names it.
    if (isReplica && this.#isInCluster) return;
    if (isReplica) throw new Error('it is a replica');
    if (/^maxmemory:[1-9]/m.test(info) && /^maxmemory_policy:allkeys/m.test(info))
      throw new Error('it evicts keys when it is full; set its maxmemory-policy to noeviction');
    try {
      await this.#inTime(client.sendCommand(['FUNCTION', 'LOAD', librarySource]));
    } catch (error) {
      if (!(error instanceof Error && error.message.includes('already exists'))) throw error;
    }
  }

  async #inTime<T>(pending: Promise<T>): Promise<T> {
    const settled = new AbortController();
    const longest = connectTimeout(this.#address.timeoutMs);
    const late = this.#options.pause(longest, settled.signal).then(() => {
      if (!settled.signal.aborted) throw new Error(`no connection within ${longest} ms`);
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
