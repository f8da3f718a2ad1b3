-- Write one revision of a game, unless somebody has written since the caller read it.
--
-- KEYS[1]  the game, a hash
-- KEYS[2]  this request's mark, a string: the revision that it made
-- KEYS[3]  the bucket's wake-ups, a sorted set: channel id scored by Unix milliseconds
-- KEYS[4]  where the game goes that this one replaces; left out when it replaces none
-- the last of KEYS  the server's results, a hash: game id -> result; left out when there is none
-- ARGV[1]  the revision that the caller read, 0 for no game     ARGV[2]  the new game
-- ARGV[3]  the channel's id                                     ARGV[4]  its wake-up, or "" for none
-- ARGV[5]  seconds that the request's mark is kept
-- ARGV[6]  seconds until the game expires, or "" for never
-- ARGV[7]  seconds that the replaced game is kept, where it did not expire already; "" for none
-- ARGV[8]  the lowest revision that it may become
-- ARGV[9]  the id of the game that has ended, and ARGV[10]  its result; left out when there is none
--
-- Returns {"made", revision}, {"repeated", the revision that this request made before}, or
-- {"stale", the revision that is there}.
local mark = redis.call("GET", KEYS[2])
if mark then
    return { "repeated", tonumber(mark) } -- before the revision: the first try moved it on
end
local revision = redis.call("HGET", KEYS[1], "revision") or "0"
if revision ~= ARGV[1] then
    return { "stale", tonumber(revision) }
end

local made = math.max(tonumber(revision) + 1, tonumber(ARGV[8]))
if revision == "0" then
    redis.call("HSET", KEYS[1], "first_revision", made)
elseif ARGV[7] ~= "" then
    redis.call("RENAME", KEYS[1], KEYS[4])
    if redis.call("TTL", KEYS[4]) < 0 then
        redis.call("EXPIRE", KEYS[4], ARGV[7])
    end
    redis.call("HSET", KEYS[1], "first_revision", made)
end
redis.call("HSET", KEYS[1], "revision", made, "game", ARGV[2])
if ARGV[6] == "" then
    redis.call("PERSIST", KEYS[1])
else
    redis.call("EXPIRE", KEYS[1], ARGV[6])
end
redis.call("SET", KEYS[2], made, "EX", ARGV[5])
if ARGV[4] == "" then
    redis.call("ZREM", KEYS[3], ARGV[3])
else
    redis.call("ZADD", KEYS[3], ARGV[4], ARGV[3])
end
if ARGV[9] then
    redis.call("HSET", KEYS[#KEYS], ARGV[9], ARGV[10])
end
return { "made", made }
