import { hash } from 'node:crypto';
import { finishSource } from './finish-function.ts';

/** The most changes in one reply. A process that knows fewer asks again: a longer reply could be late, each time. */
export const maxChanges = 20_000;

/**
 * The bytes that the puts of an environment may take until it is loaded again, and what each takes besides its order: its
 * status, and the changes that it allows, which are a cancel, a ship and a removal. All other changes are bounded by the
 * number of orders in the scenario.
 */
export const maxPutBytes: number = 256 * 1024 * 1024;
const putCost = 180;

/**
 * The functions that run in Valkey. Each runs atomically. Their keys are those of one environment, in this order:
 *
 * 1. a hash: epoch, server, version, live, settings, expires, requests, lists, messages, sequence, recorded, spent
 * 2. a hash: the status of each order that differs from the scenario: p, s, c, or - for removed
 * 3. a list: every change of an order since the scenario was loaded; its length is the revision of the orders
 * 4. a stream: the exchanges of the journal; `n` is the number, `e` the exchange, `b` the digest of its body, if it has one
 * 5. a hash: the bodies of lists in the journal, by digest
 * 6. a string: the scenario
 *
 * The first arguments are always the epoch that the caller knows and the time of its machine. A function does nothing unless
 * the environment has this epoch, has not expired, and began it in this process of the server.
 *
 * `enlist` and `delist` have another key, in a slot of its own: a sorted set of the names of all environments.
 */
const source = `
local function erase(keys)
  redis.call('DEL', keys[1], keys[2], keys[3], keys[4], keys[5], keys[6])
end

local known_server
local function server()
  if not known_server then
    known_server = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
  end
  return known_server
end

local function check(keys, args)
  local meta = redis.call('HMGET', keys[1], 'epoch', 'server', 'expires', 'version', 'requests', 'lists', 'sequence', 'recorded')
  if not meta[1] then return 'gone' end
  if meta[3] and meta[3] ~= '' and tonumber(meta[3]) <= tonumber(args[2]) then
    erase(keys)
    return 'gone'
  end
  if meta[2] ~= server() then return 'lost' end
  if meta[1] ~= args[1] then return 'moved' end
  return nil, meta
end

local function changes(keys, known)
  local revision = redis.call('LLEN', keys[3])
  if revision > known then return redis.call('LRANGE', keys[3], known, known + ${maxChanges - 1}) end
  return {}
end

local function news(keys, args, meta)
  local live = ''
  if meta[4] ~= args[3] then live = redis.call('HGET', keys[1], 'live') end
  return {'ok', meta[4], live, meta[6], meta[3], changes(keys, tonumber(args[4]))}
end
local function begin(keys, args)
  local failure, meta = check(keys, args)
  if failure then return {failure} end
  if redis.call('LLEN', keys[3]) < tonumber(args[4]) then return {'lost'} end
  local reply = news(keys, args, meta)
  reply[7] = 0
  if args[5] == '1' then reply[7] = redis.call('HINCRBY', keys[1], 'requests', 1) end
  return reply
end

local function open(keys, args)
  local failure = check(keys, args)
  if failure and failure ~= 'moved' then return {failure} end
  local meta = redis.call('HMGET', keys[1], 'epoch', 'version', 'live', 'settings')
  return {'ok', meta[1], meta[2], meta[3], meta[4], redis.call('GET', keys[6])}
end

local function load(keys, args)
  local mode = args[3]
  local failure = check(keys, args)
  local exists = failure ~= 'gone'
  if mode == 'create' and exists then return {'exists'} end
  if mode == 'existing' and not exists then return {'gone'} end
  local expires = args[8]
  if mode == 'existing' then expires = redis.call('HGET', keys[1], 'expires') or '' end
  erase(keys)
  redis.call('HSET', keys[1], 'epoch', args[4], 'server', server(), 'version', '1', 'live', args[5],
    'settings', args[6], 'expires', expires, 'requests', '0', 'lists', '0', 'messages', '0', 'sequence', '0', 'recorded', '0')
  redis.call('SET', keys[6], args[7])
  return {exists and 'replaced' or 'created'}
end

local function has_room(keys, payload)
  local spent = tonumber(redis.call('HGET', keys[1], 'spent') or 0) + #payload + ${putCost}
  if spent > ${maxPutBytes} then return false end
  redis.call('HSET', keys[1], 'spent', string.format('%d', spent))
  return true
end

local function apply(keys, kind, id, base, payload)
  local status = '-'
  if id ~= '' then status = redis.call('HGET', keys[2], id) or base end
  if kind == 'c' then
    if status ~= 'p' then return status end
    local lag = payload
    if string.sub(lag, 1, 1) == 'r' then
      lag = 'l' .. (tonumber(string.sub(lag, 2)) + tonumber(redis.call('HGET', keys[1], 'lists')))
    end
    redis.call('HSET', keys[2], id, 'c')
    redis.call('RPUSH', keys[3], 'c' .. id .. ' ' .. lag)
  elseif kind == 's' then
    if status ~= 'p' and not (status == 'c' and payload == 'force') then return status end
    redis.call('HSET', keys[2], id, 's')
    redis.call('RPUSH', keys[3], (payload == 'force' and 'f' or 's') .. id)
  elseif kind == 'p' then
    if id ~= '' then redis.call('HSET', keys[2], id, string.sub(payload, 1, 1)) end
    redis.call('RPUSH', keys[3], 'p' .. payload)
  else
    if status == '-' then return status end
    redis.call('HSET', keys[2], id, '-')
    redis.call('RPUSH', keys[3], 'x' .. id)
  end
  return 'done'
end

local function order(keys, args)
  local failure = check(keys, args)
  if failure then return {failure} end
  if args[4] == 'p' and not has_room(keys, args[7]) then return {'full'} end
  local known = tonumber(args[3])
  local outcome = apply(keys, args[4], args[5], args[6], args[7])
  return {'ok', outcome, redis.call('LLEN', keys[3]), changes(keys, known)}
end

local function change(keys, args)
  local failure = check(keys, args)
  if failure then return {failure} end
  if redis.call('HGET', keys[1], 'version') ~= args[3] then return {'stale'} end
  local version = redis.call('HINCRBY', keys[1], 'version', 1)
  redis.call('HSET', keys[1], 'live', args[4])
  local outcomes = {}
  for at = 6, #args, 2 do
    outcomes[#outcomes + 1] = apply(keys, 's', args[at], args[at + 1], '')
  end
  return {'ok', tostring(version), outcomes, changes(keys, tonumber(args[5]))}
end

${finishSource}
local function message(keys, args)
  local failure = check(keys, args)
  if failure then return {failure} end
  return {'ok', redis.call('HINCRBY', keys[1], 'messages', 1)}
end

local function remove(keys, args)
  local exists = check(keys, args) ~= 'gone'
  erase(keys)
  return {exists and 'ok' or 'gone'}
end

local function enlist(keys, args)
  if redis.call('ZSCORE', keys[1], args[2]) then return {'ok'} end
  if redis.call('ZCARD', keys[1]) >= tonumber(args[1]) then return {'full'} end
  redis.call('ZADD', keys[1], args[3], args[2])
  return {'ok'}
end

local function delist(keys, args)
  return {redis.call('ZREM', keys[1], args[1])}
end
`;

/** The name of the library, which changes with its source: two versions of the simulator can share a server. */
export const libraryName: string = `store_orders_sim_${hash('sha256', source).slice(0, 12)}`;

const functionNames = [
  'begin',
  'open',
  'load',
  'order',
  'change',
  'finish',
  'journal',
  'message',
  'remove',
  'enlist',
  'delist',
] as const;

/** The functions of the library. */
export type FunctionName = (typeof functionNames)[number];

/** Those that take no memory run in a server that has none left, so that environments can be looked at and deleted. */
const allowedWithoutMemory: readonly FunctionName[] = ['begin', 'open', 'journal', 'remove', 'delist'];

const registrations = functionNames.map((name) => {
  const flags = allowedWithoutMemory.includes(name) ? "'allow-oom'" : '';
  return `redis.register_function{function_name='${libraryName}_${name}', callback=${name}, flags={${flags}}}`;
});

/** The source of the library, for FUNCTION LOAD. */
export const librarySource: string = [`#!lua name=${libraryName}`, source, ...registrations].join('\n');
