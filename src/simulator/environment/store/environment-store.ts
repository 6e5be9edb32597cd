import { randomBytes } from 'node:crypto';
import type { Redis } from 'iovalkey';
import { maxEnvironments } from '../environments.ts';
import { EnvironmentMoved, StoreUnavailable } from '../store-unavailable.ts';

/** An environment as the store has it. `initial`: the state to which a reset returns. Empty texts are not written. */
export type EnvironmentRecord = {
  readonly state: string;
  readonly initial: string;
  /** What `GET /environments` shows. */
  readonly summary: string;
};

/** The right to save an environment, which only the holder of the latest token has. `sequence` counts saves. */
export type Ownership = { readonly token: string; readonly sequence: number };

export type Claim = Ownership & Pick<EnvironmentRecord, 'state' | 'initial'>;

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
return redis.call('HMGET', KEYS[1], 'sequence', 'state', 'initial')`,
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
if ARGV[2] ~= '' and redis.call('HGET', KEYS[1], 'token') ~= ARGV[2] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
return redis.call('DEL', KEYS[1])`,
} as const;

/** The environments of all processes with one store, each with one owner. Methods throw StoreUnavailable if it does not respond. */
export class EnvironmentStore {
  readonly #connection: Redis;

  constructor(connection: Redis) {
    this.#connection = connection;
  }

  /** Creates an environment, which this process then owns unless it `exists` or there are `too-many`. */
  async create(
    name: string,
    mode: 'add' | 'replace',
    { state, initial, summary }: EnvironmentRecord,
    endsAt: number | undefined,
  ) {
    const token = newToken();
    const args = [mode, `${maxEnvironments}`, `${endsAt ?? ''}`, state, initial, summary];
    const kind = await this.#run('create', name, token, ...args);
    return { kind: kind as 'created' | 'replaced' | 'exists' | 'too-many', token };
  }

  /** Makes this process the owner of an environment. Returns undefined if there is none of this name, or it has ended. */
  async claim(name: string, now: number): Promise<Claim | undefined> {
    const token = newToken();
    const found = (await this.#run('claim', name, token, `${now}`)) as readonly string[] | null;
    if (found === null) return undefined;
    const [sequence, state = '', initial = ''] = found;
    return { token, sequence: Number(sequence), state, initial };
  }

  /**
   * Saves an environment after the save with the sequence `before`, if given. Without a record, only checks that and the token.
   * Throws EnvironmentMoved if another process owns it, or it was removed. `lost`: the store lost a confirmed save.
   */
  async save(
    name: string,
    token: string,
    { before, sequence }: { readonly before: number | undefined; readonly sequence: number },
    record?: EnvironmentRecord,
  ): Promise<'ok' | 'lost'> {
    const { state, initial, summary } = record ?? { state: '', initial: '', summary: '' };
    const args = [`${before ?? ''}`, `${sequence}`, state, initial, summary];
    const reply = await this.#run('save', name, token, ...args);
    if (reply === 'refused') throw new EnvironmentMoved();
    return reply as 'ok' | 'lost';
  }

  /** Removes an environment; with the token of an owner, only if it still is the owner. Returns false if there was none. */
  async remove(name: string, owner = ''): Promise<boolean> {
    return (await this.#run('remove', name, owner)) === 1;
  }

  /** Returns the summary of each environment. */
  async summaries(): Promise<readonly string[]> {
    return (await this.#call('hvals', 'index')) as readonly string[];
  }

  /** Whether the store responds. */
  async isReady(): Promise<boolean> {
    return (await this.#call('ping').catch(() => 'no reply')) === 'PONG';
  }

  close(): void {
    this.#connection.disconnect();
  }

  #run(script: keyof typeof scripts, name: string, ...args: string[]): Promise<unknown> {
    return this.#call('eval', scripts[script], '2', `environment:${name}`, 'index', name, ...args);
  }

  async #call(command: string, ...args: readonly string[]): Promise<unknown> {
    try {
      return await this.#connection.call(command, ...args);
    } catch (error) {
      const { name, message } = error as Error;
      // A connection that does not respond is not used for the next call.
      if (message === 'Command timed out') this.#connection.disconnect(true);
      const isRefusal = name === 'ReplyError';
      const why = isRefusal ? `the store refuses a call (${message})` : 'the store does not respond';
      throw new StoreUnavailable(why, { cause: error });
    }
  }
}

function newToken(): string {
  return randomBytes(12).toString('base64url');
}
