-- wrk: cancels the orders with the ids 1, 2, 3 … that are no multiple of ten, until LAST, and tells how long that took.
local ffi = require("ffi")
ffi.cdef [[
  typedef struct { long seconds; long nanoseconds; } bench_time;
  int clock_gettime(int clock, bench_time *time);
  int getpid(void);
  int kill(int process, int signal);
]]

local function now()
  local time = ffi.new("bench_time")
  ffi.C.clock_gettime(1, time)
  return tonumber(time.seconds) + tonumber(time.nanoseconds) / 1e9
end

local threads = {}
function setup(thread)
  table.insert(threads, thread)
end

function init(arguments)
  last = tonumber(arguments[1])
  id = 0
  cancels = 0
end

function request()
  id = id + 1
  if id % 10 == 0 then id = id + 1 end
  if id > last then
    if seconds == nil then
      seconds = now() - begun
      -- SIGINT: wrk stops here; its main thread would else sleep to the end of its time.
      ffi.C.kill(ffi.C.getpid(), 2)
    end
    wrk.thread:stop()
  else
    if begun == nil then begun = now() end
    cancels = cancels + 1
  end
  return wrk.format("DELETE", "/v1/store/orders/" .. id)
end

function done(summary)
  local thread = threads[1]
  -- Without a time of its own it has not come to the last order, and was at it all the time.
  local seconds = thread:get("seconds") or summary.duration / 1e6
  io.write(string.format("cancels %d in %.6f s, %d refused\n", thread:get("cancels"), seconds, summary.errors.status))
end
