/**
 * The functions of the journal. A request runs on the copy of the process that received it; `finish` ends it: it makes its
 * change and keeps its exchange only if the store still is what the copy showed.
 *
 * Arguments of `finish` besides those of all functions: the version and the revision that the caller knows, the size of the
 * journal, and six for each request:
 *
 * 1. its number; empty for one that has not begun, which gets a number and needs the version
 * 2. the sequence of the exchange that it replaces in the journal; or empty
 * 3. of a list the revision that it shows, or `*` if any is right; or empty
 * 4. of a cancel the status that the order must have, that in the scenario, its id, and the limits of its lag; or empty
 * 5. of a body the digest, with a space and the body unless it must be there already; or empty
 * 6. the exchange
 *
 * The reply has for each request its number, negative if nothing was done, and the sequence of its exchange.
 */
export const finishSource = `
local function prune(keys)
  local used = {}
  for _, item in ipairs(redis.call('XRANGE', keys[4], '-', '+')) do
    if item[2][6] then used[item[2][6]] = true end
  end
  for _, digest in ipairs(redis.call('HKEYS', keys[5])) do
    if not used[digest] then redis.call('HDEL', keys[5], digest) end
  end
end
local function keep(keys, size, sequence, number, digest, text, entry)
  if digest == '' then
    redis.call('XADD', keys[4], sequence .. '-0', 'n', number, 'e', entry)
    return
  end
  redis.call('XADD', keys[4], sequence .. '-0', 'n', number, 'e', entry, 'b', digest)
  if text and redis.call('HSETNX', keys[5], digest, text) == 1 then
    if redis.call('HLEN', keys[5]) > 2 * tonumber(size) + 64 then prune(keys) end
  end
end
local function cancel(keys, change, lists)
  local expected, base, id, lag = string.match(change, '^(.)(.)(%S+) ?(.*)$')
  if (redis.call('HGET', keys[2], id) or base) ~= expected then return false, 0 end
  if expected ~= 'p' then return true, 0 end
  if string.sub(lag, 1, 1) == 'r' then lag = 'l' .. (tonumber(string.sub(lag, 2)) + lists) end
  redis.call('HSET', keys[2], id, 'c')
  redis.call('RPUSH', keys[3], 'c' .. id .. ' ' .. lag)
  return true, 1
end
local function finish(keys, args)
  local failure, meta = check(keys, args)
  if failure then return {failure} end
  local revision = redis.call('LLEN', keys[3])
  if revision < tonumber(args[4]) then return {'lost'} end
  local size = args[5]
  local requests, lists = tonumber(meta[5]), tonumber(meta[6])
  local sequence, recorded = tonumber(meta[7]), tonumber(meta[8])
  local results, known = {}, {}
  for at = 6, #args, 6 do
    local number, replaced, list, change, digest = args[at], args[at + 1], args[at + 2], args[at + 3], args[at + 4]
    local holds, done, text = true, 0, nil
    local space = string.find(digest, ' ', 1, true)
    if space then digest, text = string.sub(digest, 1, space - 1), string.sub(digest, space + 1) end
    if number == '' then
      requests = requests + 1
      number = requests
      holds = meta[4] == args[3]
    end
    if list ~= '' and list ~= '*' then holds = holds and tonumber(list) == revision end
    if holds and digest ~= '' and size ~= '0' and not text then
      if known[digest] == nil then known[digest] = redis.call('HEXISTS', keys[5], digest) == 1 end
      holds = known[digest]
    end
    if holds and change ~= '' then
      holds, done = cancel(keys, change, lists)
      revision = revision + done
    end
    if not holds then
      results[#results + 1] = -number
      results[#results + 1] = 0
    else
      if list ~= '' then lists = lists + 1 end
      local kept = size ~= '0'
      if replaced == '' then
        recorded = recorded + 1
      elseif kept then
        kept = redis.call('XDEL', keys[4], replaced .. '-0') == 1
      end
      if kept then
        sequence = sequence + 1
        keep(keys, size, sequence, number, digest, text, args[at + 5])
        if text then known = {} end
      end
      results[#results + 1] = tonumber(number)
      results[#results + 1] = sequence
    end
  end
  if size ~= '0' then redis.call('XTRIM', keys[4], 'MAXLEN', size) end
  redis.call('HSET', keys[1], 'requests', requests, 'lists', lists, 'sequence', sequence, 'recorded', recorded)
  meta[6] = tostring(lists)
  local reply = news(keys, args, meta)
  reply[7] = results
  return reply
end
local function journal(keys, args)
  local failure, meta = check(keys, args)
  if failure then return {failure} end
  local exchanges, bodies = {}, {}
  if args[3] == '1' then
    exchanges = redis.call('XRANGE', keys[4], '-', '+')
    bodies = redis.call('HGETALL', keys[5])
  end
  local length = redis.call('XLEN', keys[4])
  if args[3] == 'clear' then
    redis.call('DEL', keys[4], keys[5])
    redis.call('HSET', keys[1], 'recorded', '0')
  end
  return {'ok', length, tonumber(meta[8]) - length, exchanges, bodies}
end
`;
