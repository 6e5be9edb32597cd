import { createHash } from 'node:crypto';

/**
 * The functions of the store, in Lua. All keys have one hash tag, so that a function may use any of them. ARGV begins with the
 * id of the store, the name of an environment and its key, which differs from that of an earlier environment of the name. It ends
 * with the API keys of the environment if they change, whether the call may have been made before, and whether the caller waits
 * for replicas.
 */
const common = `
local p = string.sub(KEYS[1], 1, -3)
local envs, ends, initials, uses, declared = p .. 'environments', p .. 'ends', p .. 'initials', p .. 'uses', p .. 'declared'
local keys, keyed, version = p .. 'keys', p .. 'keyed', p .. 'version'
local store, name, key = ARGV[1], ARGV[2], ARGV[3]
local texts, unsure, waits = ARGV[#ARGV - 2], ARGV[#ARGV - 1] ~= '', ARGV[#ARGV] ~= ''
-- WAIT asks for what its connection wrote: also if an earlier call made the change, or there is none.
local function confirm(kind)
  if waits then redis.call('SET', p .. 'ready', '1') end
  return {kind, redis.call('GET', version) or '0'}
end
local function logOf(k) return p .. 'log:' .. k end
local function snapshotOf(k) return p .. 'snapshot:' .. k end
local function use(hash, text)
  if redis.call('HEXISTS', initials, hash) == 0 then
    if text == '' then return false end
    redis.call('HSET', initials, hash, text)
  end
  redis.call('HINCRBY', uses, hash, 1)
  return true
end
local function release(hash)
  if hash and redis.call('HINCRBY', uses, hash, -1) <= 0 then
    redis.call('HDEL', initials, hash)
    redis.call('HDEL', uses, hash)
  end
end
local function forget(k)
  release(redis.call('HGET', snapshotOf(k), 'initial'))
  redis.call('DEL', logOf(k), snapshotOf(k))
end
local function add(k, n, mine, changes)
  redis.call('XADD', logOf(k), n .. '-0', 'i', mine, 'e', changes)
  if texts == '' then return end
  redis.call('HSET', keys, name, texts)
  redis.call('ZADD', keyed, redis.call('INCR', version), name)
end
local function begin(k, n, mine, text, initial)
  redis.call('HSET', snapshotOf(k), 'seq', n, 'id', mine, 'text', text, 'initial', initial)
end
local function numberOf(entry) return tonumber(string.match(entry[1], '^%d+')) end
`;

const sameStore = `${common}
if redis.call('GET', KEYS[1]) ~= store then return {'lost'} end
`;

const sameKey = `${sameStore}
if redis.call('HGET', envs, name) ~= key then return {'gone'} end
local log, snapshot = logOf(key), snapshotOf(key)
`;

/**
 * The only function that decides: appends changes if the last entry is the one that the caller knows, else returns the entries
 * since. With a new state, it replaces the snapshot, and the log begins with the entry.
 */
const append = `${sameKey}
local known, id, mine, changes, text, hash, initial = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local n = tonumber(known)
local since = redis.call('XRANGE', log, known .. '-0', '+', 'COUNT', 1001)
-- The reply to an earlier call was lost. A load leaves no entry before it.
for at = 1, 2 do if since[at] and since[at][2][2] == mine then return confirm('ok') end end
if since[1] == nil or numberOf(since[1]) > n then
  if since[1] and tonumber(redis.call('HGET', snapshot, 'seq')) >= n then return {'reload'} end
  return {'lost'}
end
if since[1][2][2] ~= id then return {'lost'} end
if since[2] then
  table.remove(since, 1)
  return {'behind', since}
end
if changes == '' then return confirm('ok') end
if text ~= '' then
  local before = redis.call('HGET', snapshot, 'initial')
  if not use(hash, initial) then return {'initial'} end
  release(before)
  begin(key, n + 1, mine, text, hash)
end
add(key, n + 1, mine, changes)
if text ~= '' then redis.call('XTRIM', log, 'MINID', (n + 1) .. '-0') end
return confirm('ok')`;

/** Returns the key of an environment, when it ends, its snapshot and the entries since. */
const read = `${sameStore}
local found = redis.call('HGET', envs, name)
if not found then return {'gone'} end
local s = redis.call('HMGET', snapshotOf(found), 'seq', 'id', 'text', 'initial')
local initial = s[4] == ARGV[4] and '' or redis.call('HGET', initials, s[4])
return {'state', found, redis.call('HGET', ends, name) or '', s, initial,
  redis.call('XRANGE', logOf(found), (tonumber(s[1]) + 1) .. '-0', '+')}`;

/**
 * Writes a snapshot of the state after an entry, unless there is one of a later entry. Entries before the previous snapshot are
 * removed after a minute, which a process that knows one of them may have been stopped; never more than 10,000 or 32 MiB are kept.
 */
const snapshot = `${sameKey}
local at = redis.call('XRANGE', log, ARGV[4] .. '-0', ARGV[4] .. '-0')
if at[1] == nil or at[1][2][2] ~= ARGV[5] then return {'lost'} end
local before = redis.call('HMGET', snapshot, 'seq', 'at')
if tonumber(before[1]) >= tonumber(ARGV[4]) then return {'ok'} end
local now = tonumber(redis.call('TIME')[1])
local used = redis.pcall('MEMORY', 'USAGE', log)
local isLarge = type(used) == 'number' and used > 33554432
if isLarge or now - tonumber(before[2] or now) >= 60 then redis.call('XTRIM', log, 'MINID', before[1] .. '-0') end
redis.call('XTRIM', log, 'MAXLEN', 10000)
redis.call('HSET', snapshot, 'seq', ARGV[4], 'id', ARGV[5], 'text', ARGV[6], 'at', now)
return {'ok'}`;

/**
 * Adds an environment. One that exists stays, unless it is to be replaced. A call that may have been made before is not made
 * again: the environment may have been removed or replaced since.
 */
const create = `${sameStore}
local replaces, most, mine, endsAt, text, hash, initial = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9], ARGV[10]
local before = redis.call('HGET', envs, name)
if before == key then return confirm(redis.call('HGET', snapshotOf(key), 'outcome')) end
if unsure then return {'unknown'} end
if before and replaces == '' then return {'exists'} end
if not before and redis.call('HLEN', envs) >= tonumber(most) then return {'too-many'} end
if not use(hash, initial) then return {'initial'} end
if before then forget(before) end
redis.call('HSET', envs, name, key)
if endsAt == '' then redis.call('HDEL', ends, name) else redis.call('HSET', ends, name, endsAt) end
begin(key, 1, mine, text, hash)
add(key, 1, mine, '')
local outcome = before and 'replaced' or 'created'
redis.call('HSET', snapshotOf(key), 'outcome', outcome)
return {outcome}`;

/** Removes an environment with all that belongs to it. */
const remove = `${sameKey}
forget(key)
for _, one in ipairs({envs, ends, keys}) do redis.call('HDEL', one, name) end
redis.call('ZREM', keyed, name)
return {'removed'}`;

/** Returns the API keys of the environments of which they changed since a version, and how many environments have some. */
const keys = `${common}
local known, now, found = tonumber(ARGV[4]), redis.call('GET', version) or '0', {}
if known > tonumber(now) then known = 0 end
for i, one in ipairs(redis.call('ZRANGEBYSCORE', keyed, '(' .. known, '+inf')) do
  found[i] = {one, redis.call('HGET', keys, one)}
end
return {'keys', now, redis.call('ZCARD', keyed), found}`;

/**
 * Marks an environment of which the store lost entries, once for all processes that knew it: by an entry in its log, or with the
 * state that the caller knows if the store does not have the environment. The log gets another key, so that every process reads
 * it again. A store that is empty gets an id.
 */
const declareLost = `${common}
local mine, fresh, id, text, hash, initial = ARGV[4], ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[9]
redis.call('SETNX', KEYS[1], id)
id = redis.call('GET', KEYS[1])
if redis.call('HEXISTS', declared, key) == 1 then return {confirm('ok')[1], id} end
local now, n = redis.call('HGET', envs, name), 0
if now then
  redis.call('RENAME', logOf(now), logOf(fresh))
  redis.call('RENAME', snapshotOf(now), snapshotOf(fresh))
  n = numberOf(redis.call('XREVRANGE', logOf(fresh), '+', '-', 'COUNT', 1)[1])
else
  if not use(hash, initial) then return {'initial'} end
  begin(fresh, 0, mine, text, hash)
end
redis.call('HSET', envs, name, fresh)
add(fresh, n + 1, mine, 'lost')
redis.call('HSET', declared, key, 1)
redis.call('EXPIRE', declared, 86400)
return {'ok', id}`;

export const scripts: Readonly<
  Record<'append' | 'read' | 'snapshot' | 'create' | 'remove' | 'keys' | 'declareLost', string>
> = {
  append,
  read,
  snapshot,
  create,
  remove,
  keys,
  declareLost,
};

export const hashes: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(scripts).map(([name, lua]) => [name, createHash('sha1').update(lua).digest('hex')]),
);
