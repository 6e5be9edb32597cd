import { randomBytes } from 'node:crypto';
import { StoreUnavailable } from '../store-unavailable.ts';

/** An environment as the store has it. `initial`: the state to which a reset returns. Empty texts are not written. */
export type EnvironmentRecord = {
  readonly state: string;
  readonly initial: string;
  /** What `GET /environments` shows. */
  readonly summary: string;
};

/** An environment that this process owns. Only the holder of the latest token can save it. */
export type Claim = Pick<EnvironmentRecord, 'state' | 'initial'> & {
  readonly token: string;
  /** Counts saves. */
  readonly sequence: number;
  /** Milliseconds since 1970; undefined if the environment does not end by itself. */
  readonly endsAt: number | undefined;
};

/** `refused`: another process owns the environment, or it was removed. `lost`: the store lost a confirmed save. */
export type SaveReply = 'ok' | 'refused' | 'lost';

/**
 * KEYS: the record of an environment, the index of summaries. ARGV: the name, a token, then what the function takes. No call is
 * repeated, because others may have confirmed changes meanwhile; one that stood still on its way may arrive late.
 */
const scripts = {
  create: `
local known = redis.call('EXISTS', KEYS[1]) == 1
if known and ARGV[3] == 'add' then return 'exists' end
if not known and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[4]) then return 'too-many' end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[2], 'sequence', 1, 'ends', ARGV[5], 'state', ARGV[6], 'initial', ARGV[7])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[8])
return known and 'replaced' or 'created'`,
  claim: `
local ends = redis.call('HGET', KEYS[1], 'ends')
if not ends then return false end
if ends ~= '' and tonumber(ends) <= tonumber(ARGV[3]) then
  redis.call('DEL', KEYS[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  return false
end
redis.call('HSET', KEYS[1], 'token', ARGV[2])
return redis.call('HMGET', KEYS[1], 'sequence', 'state', 'initial', 'ends')`,
  save: `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[2] then return 'refused' end
local kept, before = tonumber(redis.call('HGET', KEYS[1], 'sequence')), tonumber(ARGV[3])
if before and kept < before then return 'lost' end
if before and kept > before then return 'refused' end
if ARGV[5] == '' then return 'ok' end
redis.call('HSET', KEYS[1], 'sequence', ARGV[4], 'state', ARGV[5])
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'initial', ARGV[6]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[7])
return 'ok'`,
  remove: `
if ARGV[3] ~= '' and redis.call('HGET', KEYS[1], 'token') ~= ARGV[3] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])`,
} as const;

/** A connection to Valkey or Redis. */
export type StoreConnection = {
  call(command: string, ...args: readonly string[]): Promise<unknown>;
  disconnect(reconnect?: boolean): void;
};

/** The environments of all processes with one store, each with one owner. Methods throw StoreUnavailable if it does not respond. */
export class EnvironmentStore {
  readonly #connection: StoreConnection;
  readonly #prefix: string;

  /** @param prefix begins the name of every key */
  constructor(connection: StoreConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  /** Creates an environment, which this process then owns unless it `exists` or there are `too-many`. */
  async create(
    name: string,
    { state, initial, summary }: EnvironmentRecord,
    how: { readonly mode: 'add' | 'replace'; readonly most: number; readonly endsAt: number | undefined },
  ) {
    const token = newToken();
    const args = [how.mode, `${how.most}`, `${how.endsAt ?? ''}`, state, initial, summary];
    const kind = await this.#run('create', name, token, ...args);
    return { kind: kind as 'created' | 'replaced' | 'exists' | 'too-many', token };
  }

  /** Makes this process the owner of an environment. Returns undefined if there is none of this name, or it has ended. */
  async claim(name: string, now: number): Promise<Claim | undefined> {
    const token = newToken();
    const found = (await this.#run('claim', name, token, `${now}`)) as readonly string[] | null;
    if (found === null) return undefined;
    const [sequence, state = '', initial = '', ends = ''] = found;
    const endsAt = ends === '' ? undefined : Number(ends);
    return { token, sequence: Number(sequence), state, initial, endsAt };
  }

  /** Saves an environment after the save with the sequence `before`, if given. Without a record, only checks that and the token. */
  async save(
    name: string,
    token: string,
    { before, sequence }: { readonly before: number | undefined; readonly sequence: number },
    { state, initial, summary }: EnvironmentRecord = noRecord,
  ): Promise<SaveReply> {
    const args = [`${before ?? ''}`, `${sequence}`, state, initial, summary];
    return (await this.#run('save', name, token, ...args)) as SaveReply;
  }

  /** Removes an environment; with the token of an owner, only if it still is the owner. Returns false if there was none. */
  async remove(name: string, owner = ''): Promise<boolean> {
    return (await this.#run('remove', name, '', owner)) === 1;
  }

  /** Returns the summary of each environment. */
  async summaries(): Promise<readonly string[]> {
    return (await this.#call('HVALS', this.#key('index'))) as readonly string[];
  }

  /** Whether the store responds. */
  async isReady(): Promise<boolean> {
    return (await this.#call('PING').catch(() => 'no reply')) === 'PONG';
  }

  close(): void {
    this.#connection.disconnect();
  }

  #run(script: keyof typeof scripts, name: string, token: string, ...args: string[]): Promise<unknown> {
    const keys = [this.#key(`environment:${name}`), this.#key('index')];
    return this.#call('EVAL', scripts[script], '2', ...keys, name, token, ...args);
  }

  /** One hash tag: a cluster has all keys in one place. */
  #key(name: string): string {
    return `{${this.#prefix}}:${name}`;
  }

  async #call(command: string, ...args: readonly string[]): Promise<unknown> {
    try {
      return await this.#connection.call(command, ...args);
    } catch (error) {
      const { name, message } = error as Error;
      // A connection that does not respond is not used for the next call.
      if (message === 'Command timed out') this.#connection.disconnect(true);
      const why =
        name === 'ReplyError' ? `the store refuses a call (${message})` : 'the store does not respond';
      throw new StoreUnavailable(why, { cause: error });
    }
  }
}

const noRecord: EnvironmentRecord = { state: '', initial: '', summary: '' };

function newToken(): string {
  return randomBytes(12).toString('base64url');
}
