-- Note that a bot is alive; if none was for long, note that too.
--
-- KEYS[1]  the last beat, a string: Unix milliseconds
-- KEYS[2]  outages, a sorted set: "<server id, or 0 for all>:<from>:<until>" scored by the end
-- KEYS[3]  servers that are unavailable, a hash: server id -> since when
-- ARGV[1]  now, in Unix milliseconds     ARGV[2]  how far apart two beats may be
-- ARGV[3]  how long an outage is kept, in milliseconds
--
-- Returns {the outages, the hash of what is unavailable as a list}. Sent twice, the second changes
-- nothing.
local last = redis.call("GET", KEYS[1])
if last and ARGV[1] - last > tonumber(ARGV[2]) then
    redis.call("ZADD", KEYS[2], ARGV[1], "0:" .. last .. ":" .. ARGV[1])
end
if not last or tonumber(ARGV[1]) > tonumber(last) then
    redis.call("SET", KEYS[1], ARGV[1])
end
redis.call("ZREMRANGEBYSCORE", KEYS[2], "-inf", ARGV[1] - ARGV[3])
return { redis.call("ZRANGE", KEYS[2], 0, -1), redis.call("HGETALL", KEYS[3]) }
