-- Note that a server is available again, and how long it was not.
--
-- KEYS[1]  servers that are unavailable, a hash: server id -> since when, in Unix milliseconds
-- KEYS[2]  outages, a sorted set: "<server id>:<from>:<until>" scored by the end
-- ARGV[1]  the server's id     ARGV[2]  now, in Unix milliseconds
--
-- Returns 1, or 0 when it was not noted as unavailable.
local since = redis.call("HGET", KEYS[1], ARGV[1])
if not since then
    return 0
end
redis.call("ZADD", KEYS[2], ARGV[2], ARGV[1] .. ":" .. since .. ":" .. ARGV[2])
redis.call("HDEL", KEYS[1], ARGV[1])
return 1
