-- Counts the probes that did not succeed: wrk itself knows HTTP statuses only. Its argument is the
-- mean pause of a connection before each request, in ms.
local threads = {}

function setup(thread)
  table.insert(threads, thread)
end

function init(args)
  failed = 0
  pause = tonumber(args[1])
end

function delay()
  if pause == 0 then return 0 end
  return math.floor(math.random() * 2 * pause + 0.5)
end

function response(_, _, body)
  if not body:find("\nprobe_success 1", 1, true) then failed = failed + 1 end
end

function done(summary)
  local failures = 0
  for _, thread in ipairs(threads) do failures = failures + thread:get("failed") end
  local errors = summary.errors
  failures = failures + errors.connect + errors.read + errors.write + errors.timeout
  print(string.format('{"requests": %d, "failures": %d}', summary.requests, failures))
end
