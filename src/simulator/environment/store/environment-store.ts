import { randomBytes } from 'node:crypto';
import type { StoreClient } from './store-client.ts';

/** An environment as the store has it. `initial`: the state to which a reset returns. Empty texts are not written. */
export type EnvironmentRecord = {
  readonly state: string;
  readonly initial: string;
  /** What `GET /environments` shows. */
  readonly summary: string;
};

/** The owner of an environment: only the holder of the latest token can save it. */
export type Claim = {
  readonly token: string;
  /** Counts saves. */
  readonly sequence: number;
  readonly state: string;
  readonly initial: string;
  /** Milliseconds since 1970; undefined if the environment does not end by itself. */
  readonly endsAt: number | undefined;
};

/** `refused`: another process owns the environment, or it was removed. `lost`: the store lost a confirmed save. */
export type SaveReply = 'ok' | 'refused' | 'lost';

/**
 * KEYS: the record of an environment, the index of summaries, what calls with this token did. ARGV: the name, a token, then what
 * the function takes. A call whose reply was lost is repeated with the same arguments, and one that stood still on its way arrives
 * late. Meanwhile, other processes may have confirmed changes: `create` and `remove` take effect once, and each `claim` issues a
 * token of its own.
 */
const scripts = {
  create: `
local done = redis.call('GET', KEYS[3])
if done then return {done} end
local token, mode, most, ends = ARGV[2], ARGV[3], tonumber(ARGV[4]), ARGV[5]
local known = redis.call('HGET', KEYS[1], 'token')
if known and mode == 'add' then return {'exists', redis.call('HGET', KEYS[1], 'digest')} end
if not known and redis.call('HLEN', KEYS[2]) >= most then return {'too-many'} end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', token, 'sequence', 1, 'ends', ends, 'state', ARGV[6], 'initial', ARGV[7], 'digest', ARGV[9])
redis.call('HSET', KEYS[2], ARGV[1], ARGV[8])
done = known and 'replaced' or 'created'
redis.call('SET', KEYS[3], done, 'EX', 600)
return {done}`,
  claim: `
local ends = redis.call('HGET', KEYS[1], 'ends')
if ends and ends ~= '' and tonumber(ends) <= tonumber(ARGV[3]) then
  redis.call('DEL', KEYS[1])
  redis.call('HDEL', KEYS[2], ARGV[1])
  return false
end
if not ends then return false end
local token = ARGV[2] .. redis.call('INCR', KEYS[3])
redis.call('EXPIRE', KEYS[3], 600)
redis.call('HSET', KEYS[1], 'token', token)
return redis.call('HMGET', KEYS[1], 'token', 'sequence', 'state', 'initial', 'ends')`,
  save: `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[2] then return 'refused' end
local kept = tonumber(redis.call('HGET', KEYS[1], 'sequence'))
if kept < tonumber(ARGV[3]) then return 'lost' end
if kept > tonumber(ARGV[4]) then return 'refused' end
if ARGV[5] == '' then return 'ok' end
redis.call('HSET', KEYS[1], 'sequence', ARGV[4], 'state', ARGV[5])
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'initial', ARGV[6]) end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[7])
return 'ok'`,
  remove: `
local done = redis.call('GET', KEYS[3])
if done then return tonumber(done) end
if ARGV[3] ~= '' and redis.call('HGET', KEYS[1], 'token') ~= ARGV[3] then return 0 end
redis.call('HDEL', KEYS[2], ARGV[1])
done = redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[3], done, 'EX', 600)
return done`,
} as const;

/** The environments of all processes with one store, each with one owner. */
export class EnvironmentStore {
  readonly client: StoreClient;

  constructor(client: StoreClient) {
    this.client = client;
  }

  /** Creates an environment, which this process then owns. `exists`: it was there, created from what has this digest. */
  async create(
    name: string,
    { state, initial, summary }: EnvironmentRecord,
    how: {
      readonly mode: 'add' | 'replace';
      readonly most: number;
      readonly endsAt: number | undefined;
      readonly digest: string;
    },
  ): Promise<
    | { readonly kind: 'created' | 'replaced'; readonly token: string }
    | { readonly kind: 'exists'; readonly digest: string }
    | { readonly kind: 'too-many' }
  > {
    const token = newToken();
    const args = [how.mode, `${how.most}`, `${how.endsAt ?? ''}`, state, initial, summary, how.digest];
    const [kind, digest = ''] = (await this.#run('create', name, token, ...args)) as [
      'created' | 'replaced' | 'exists' | 'too-many',
      string?,
    ];
    if (kind === 'exists') return { kind, digest };
    return kind === 'too-many' ? { kind } : { kind, token };
  }

  /** Makes this process the owner of an environment. Returns undefined if there is none of this name, or it has ended. */
  async claim(name: string, now: number): Promise<Claim | undefined> {
    const found = (await this.#run('claim', name, newToken(), `${now}`)) as readonly string[] | null;
    if (found === null) return undefined;
    const [token = '', sequence, state = '', initial = '', ends = ''] = found;
    const endsAt = ends === '' ? undefined : Number(ends);
    return { token, sequence: Number(sequence), state, initial, endsAt };
  }

  /** Saves an environment after the save with the sequence `before`. Without a record, only checks the token. */
  async save(
    name: string,
    token: string,
    { before, sequence }: { readonly before: number; readonly sequence: number },
    { state, initial, summary }: EnvironmentRecord = noRecord,
  ): Promise<SaveReply> {
    const args = [`${before}`, `${sequence}`, state, initial, summary];
    return (await this.#run('save', name, token, ...args)) as SaveReply;
  }

  /** Removes an environment; with the token of an owner, only if it still is the owner. Returns false if there was none. */
  async remove(name: string, owner = ''): Promise<boolean> {
    return (await this.#run('remove', name, newToken(), owner)) === 1;
  }

  /** Returns the summary of each environment. */
  async summaries(): Promise<readonly string[]> {
    return (await this.client.call('HVALS', `{${this.client.prefix}}:index`)) as readonly string[];
  }

  /** Whether the store responds. */
  isReady(): Promise<boolean> {
    return this.client.call('PING').then(
      () => true,
      () => false,
    );
  }

  #run(
    script: keyof typeof scripts,
    environment: string,
    token: string,
    ...args: readonly string[]
  ): Promise<unknown> {
    // One hash tag: a cluster has all keys in one place.
    const keys = [`environment:${environment}`, 'index', `done:${token}`].map(
      (key) => `{${this.client.prefix}}:${key}`,
    );
    return this.client.call('EVAL', scripts[script], '3', ...keys, environment, token, ...args);
  }
}

const noRecord: EnvironmentRecord = { state: '', initial: '', summary: '' };

function newToken(): string {
  return randomBytes(12).toString('base64url');
}
